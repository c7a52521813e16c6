import { siteTexts } from "../texts/site.texts.ts";
import { showToast } from "../ui/toast.tsx";

export const sayThatPageIsMissing = (): void => showToast("info", siteTexts.pageMissing);

/** A2.16. No other redirect ends at the home page; the browser counts only our origin's, and none after a reload. */
export function announceLostAddress(): void {
  if (location.pathname !== "/") return;
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival !== undefined && arrival.redirectCount > 0) sayThatPageIsMissing();
}
