import { useSyncExternalStore } from "react";

/** A9.1 */
const MOBILE_BREAKPOINT_PX = 768;

/** Under 768, to the last fraction of a pixel that a zoomed window can have. */
const MOBILE_QUERY = `(width < ${MOBILE_BREAKPOINT_PX}px)`;

function subscribe(listener: () => void): () => void {
  const query = matchMedia(MOBILE_QUERY);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** A4.10. False while rendering on the server, which knows no window. */
export const useIsMobile = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(MOBILE_QUERY).matches,
    () => false,
  );
