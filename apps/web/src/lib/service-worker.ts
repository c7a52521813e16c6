import { whenIdle } from "./when-idle.ts";

/** After load and idle; not in development. Without support there is just no offline page. */
export function registerServiceWorker(): (() => void) | undefined {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
  return whenIdle(() => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  });
}
