import { useEffect, useState } from "react";

/** Longer timeouts overflow; polling notices such a long session's end. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * True from the end of the session that the server reported. `receivedAtMs` is by this device's clock: a session whose
 * end was past by then was alive for the server, so the two clocks differ and the server's answer counts.
 */
export function useSessionEnd(until: string | null, receivedAtMs: number, onEnd: () => void): boolean {
  const endMs = until === null ? Number.NaN : Date.parse(until);
  const isAhead = endMs > receivedAtMs;
  const [endedMs, setEndedMs] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer per session, however often it renders
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
