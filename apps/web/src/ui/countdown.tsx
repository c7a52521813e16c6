import { useEffect, useEffectEvent, useState } from "react";
import { formatDuration } from "../lib/format.ts";
import { POLL } from "../lib/polling.ts";

interface CountdownProps {
  /** Counted from the render that passes this number; a new number restarts the countdown. */
  seconds: number;
  /** What the countdown is for; announced instead of every tick. */
  label: string;
  onEnd?(): void;
  className?: string;
}

/** Runs to zero and stops. It measures elapsed time, so a sleeping tab wakes up right. A4.9, C4.11 */
export function Countdown({ seconds, label, onEnd, className }: CountdownProps) {
  const [left, setLeft] = useState(seconds);
  const ended = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    const startedAt = performance.now();
    setLeft(seconds);
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil(seconds - (performance.now() - startedAt) / 1_000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      ended();
    }, POLL.clockMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <span role="timer" aria-label={label} className={`figures ${className ?? ""}`}>
      {formatDuration(left)}
    </span>
  );
}
