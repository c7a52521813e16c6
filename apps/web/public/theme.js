// Runs while the page is being read, before its first paint: a daylight or night choice made earlier
// applies without a flash. The wrapper around this script is the page's theme scope (ui/theme.tsx).
(() => {
  try {
    const choice = localStorage.getItem("theme");
    const scope = document.currentScript?.parentElement;
    if (scope && (choice === "light" || choice === "dark")) scope.dataset.theme = choice;
  } catch {
    // storage is switched off: the system's setting stands
  }
})();
