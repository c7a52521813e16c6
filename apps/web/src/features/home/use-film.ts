import { useCallback, useEffect, useRef, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

/** After load and idle, a little longer still: the first seconds of a slow phone belong to the user's taps. */
export const FILM_PAUSE_MS = 3_000;

interface Connection {
  readonly saveData?: boolean;
}

/** The film is not loaded where the browser's settings request less data or less motion. */
function isFilmWelcome(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData !== true && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export type Film = ReturnType<typeof useFilm>;

/** The film is fetched when the page has loaded and is idle, and users can stop it. */
export function useFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const [isFetched, setFetched] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!isFilmWelcome()) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = whenIdle(() => {
      timer = setTimeout(() => setFetched(true), FILM_PAUSE_MS);
    });
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, []);
  const show = useCallback(() => setShown(true), []);
  const toggle = useCallback(() => {
    const element = video.current;
    if (element === null) return;
    if (element.paused) element.play().catch(() => undefined);
    else element.pause();
    setPaused(element.paused);
  }, []);
  return { video, isFetched, isShown, isPaused, show, toggle };
}
