const FALLBACK_MS = 1_500;
const LATEST_MS = 5_000;

function whenLoaded(then: () => void): () => void {
  if (document.readyState === "complete") {
    then();
    return () => undefined;
  }
  window.addEventListener("load", then, { once: true });
  return () => window.removeEventListener("load", then);
}

/** Safari has no idle callbacks. */
function onceIdle(then: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(then, { timeout: LATEST_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(then, FALLBACK_MS);
  return () => clearTimeout(timer);
}

/** Runs `then` when the page has loaded and is idle; the returned function cancels it. */
export function whenIdle(then: () => void): () => void {
  let cancelIdle = (): void => undefined;
  const cancelLoad = whenLoaded(() => {
    cancelIdle = onceIdle(then);
  });
  return () => {
    cancelLoad();
    cancelIdle();
  };
}
