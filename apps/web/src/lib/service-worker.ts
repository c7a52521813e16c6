import { whenIdle } from "./when-idle.ts";

/** After load and idle; development goes without. A browser that refuses has no offline page, and that is all. */
export function registerServiceWorker(): (() => void) | undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  return whenIdle(() => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  });
}
