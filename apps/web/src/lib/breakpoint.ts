import { useSyncExternalStore } from "react";

const MOBILE_BREAKPOINT_PX = 768;

/** Under 768, down to the last fraction of a pixel of a zoomed window. */
const MOBILE_QUERY = `(width < ${MOBILE_BREAKPOINT_PX}px)`;

function subscribe(listener: () => void): () => void {
  const query = matchMedia(MOBILE_QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** A4.10. `false` during server rendering, which has no window. */
export const useIsMobile = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(MOBILE_QUERY).matches,
    () => false,
  );
