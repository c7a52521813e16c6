import { useEffect } from "react";
import { clearScrollTarget, useScrollTarget } from "../../lib/scroll-target.ts";

function scrollTo(id: string): boolean {
  const element = document.getElementById(id);
  if (element === null) return false;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "start" });
  clearScrollTarget();
  return true;
}

/** A2.26: scrolls to the shared target and clears it. Waits for a section that is still loading. */
export function useSmoothScroll(): void {
  const target = useScrollTarget();
  useEffect(() => {
    if (target === null) return;
    let observer: MutationObserver | null = null;
    // One frame later, because a new page first scrolls to its top (A2.19).
    const frame = requestAnimationFrame(() => {
      if (scrollTo(target)) return;
      observer = new MutationObserver(() => scrollTo(target));
      observer.observe(document.body, { childList: true, subtree: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      observer?.disconnect();
    };
  }, [target]);
}
