import { useCallback, useEffect, useRef, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

interface Connection {
  readonly saveData?: boolean;
}

/** Nobody pays for a moving picture who asked for less data or less movement. */
function isFilmWelcome(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData !== true && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export type Film = ReturnType<typeof useFilm>;

/** The film is fetched when the page has loaded and rests, and can be stopped by whoever it disturbs. */
export function useFilm() {
  const video = useRef<HTMLVideoElement>(null);
  const [isFetched, setFetched] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isFilmWelcome()) return whenIdle(() => setFetched(true));
    return undefined;
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
