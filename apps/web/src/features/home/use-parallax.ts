import { type RefObject, useEffect } from "react";

/** A2.23, A9.1: the film moves at half the speed of the page. */
export const PARALLAX_FACTOR = 0.5;

export const parallaxShiftPx = (scrolledPx: number): number => -Math.max(0, scrolledPx) * PARALLAX_FACTOR;

const STILL = "(prefers-reduced-motion: reduce)";

/** Moves the layer once per frame at most, and not at all for users who prefer reduced motion. */
export function useParallax(layer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (matchMedia(STILL).matches) return;
    let frame = 0;
    const move = () => {
      frame = 0;
      layer.current?.style.setProperty("transform", `translate3d(0, ${parallaxShiftPx(window.scrollY)}px, 0)`);
    };
    const schedule = () => {
      if (frame === 0) frame = requestAnimationFrame(move);
    };
    move();
    window.addEventListener("scroll", schedule, { passive: true });
    return () => {
      window.removeEventListener("scroll", schedule);
      cancelAnimationFrame(frame);
    };
  }, [layer]);
}
