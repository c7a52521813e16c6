/**
 * Runs inline in the page's HTML, before the first paint: a daylight or night choice that was made earlier
 * applies without a flash. The element around the script is the page's theme scope (theme.tsx). Written into the page
 * and not fetched, because a browser paints what it has while it waits for a file.
 */
export const firstTheme =
  'try{const choice=localStorage.getItem("theme");if(choice==="light"||choice==="dark")' +
  "document.currentScript.parentElement.dataset.theme=choice}catch{}";
