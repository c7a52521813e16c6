import { useSyncExternalStore } from "react";
import type { ThemeChoice } from "../../ui/theme.tsx";

/** Where ui/theme.tsx keeps the choice; it follows `storage` events, as it does those of another tab. */
const STORAGE_KEY = "theme";

function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === "light" || stored === "dark" ? stored : "auto";
  } catch {
    return "auto";
  }
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
    dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
  } catch {
    // storage is switched off: the system's setting stands
  }
}

function subscribe(listener: () => void): () => void {
  // The kit's own toggle says nothing aloud, but it changes what the page says about itself.
  const scope = document.querySelector("[data-theme]");
  const watcher = new MutationObserver(listener);
  if (scope !== null) watcher.observe(scope, { attributeFilter: ["data-theme"] });
  addEventListener("storage", listener);
  return () => {
    watcher.disconnect();
    removeEventListener("storage", listener);
  };
}

export const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, readTheme, () => "auto");
