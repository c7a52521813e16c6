import { useCallback, useEffect, useState } from "react";

const SECOND_MS = 1_000;

const secondsUntil = (endMs: number): number => Math.max(0, Math.ceil((endMs - Date.now()) / SECOND_MS));

/** Whole seconds until zero, by the clock and not by counting ticks: a sleeping phone loses none. */
export function useCountdown(firstSeconds: number): { readonly secondsLeft: number; restart(seconds: number): void } {
  const [endMs, setEndMs] = useState(() => Date.now() + firstSeconds * SECOND_MS);
  const [secondsLeft, setSecondsLeft] = useState(firstSeconds);
  useEffect(() => {
    setSecondsLeft(secondsUntil(endMs));
    const timer = setInterval(() => {
      const left = secondsUntil(endMs);
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [endMs]);
  const restart = useCallback((seconds: number) => setEndMs(Date.now() + seconds * SECOND_MS), []);
  return { secondsLeft, restart };
}
