import { siteTexts } from "../texts/site.texts.ts";
import { showToast } from "../ui/toast.tsx";

export const sayThatPageIsMissing = (): void => showToast("info", siteTexts.pageMissing);

/**
 * A2.16 leads home from an unknown address, and the home page says why. No other redirect of ours ends at
 * the home page; the browser counts those of our own origin only, and none after a reload.
 */
export function announceLostAddress(): void {
  if (location.pathname !== "/") return;
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival !== undefined && arrival.redirectCount > 0) sayThatPageIsMissing();
}
