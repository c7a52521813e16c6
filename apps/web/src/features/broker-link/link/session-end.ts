import { useEffect, useState } from "react";

/** Longer ones overflow; a session that lasts so long is noticed by asking again. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * True from the moment at which the session that the server told of runs out, so that an open page turns without being
 * asked again. `toldAtMs` is when it was told, by this device's clock: a session whose end lay behind already was alive
 * for the server, so the two clocks differ and the server's word counts.
 */
export function useSessionEnd(until: string | null, toldAtMs: number, onEnd: () => void): boolean {
  const endMs = until === null ? Number.NaN : Date.parse(until);
  const isAhead = endMs > toldAtMs;
  const [endedMs, setEndedMs] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer per session, whoever draws it
  useEffect(() => {
    const waitMs = endMs - Date.now();
    if (!isAhead || waitMs > TIMER_MAX_MS) return;
    const timer = setTimeout(() => {
      setEndedMs(endMs);
      onEnd();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [endMs, isAhead]);
  return isAhead && endedMs === endMs;
}
