import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Spinner } from "../../../ui/spinner.tsx";
import { haltTexts } from "./halt.texts.ts";

/** Long enough to exclude an accident, short enough for an emergency. */
export const HOLD_MS = 1_500;
const STEP_MS = 50;

interface HoldButtonProps {
  isBusy: boolean;
  onHeld(): void;
  onLetGo(): void;
}

/** Held by pointer, finger or Space. It measures elapsed time, and an early release does nothing. */
function useHold(onHeld: () => void, onLetGo: () => void) {
  const [heldMs, setHeldMs] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setInterval> | null>(null);
  const stop = () => {
    if (timer.current !== null) clearInterval(timer.current);
    timer.current = null;
    setHeldMs(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only unmounting ends the timer
  useEffect(() => stop, []);
  const begin = () => {
    if (timer.current !== null) return;
    const startedAt = performance.now();
    setHeldMs(0);
    timer.current = setInterval(() => {
      const passed = performance.now() - startedAt;
      if (passed < HOLD_MS) return setHeldMs(passed);
      stop();
      onHeld();
    }, STEP_MS);
  };
  const letGo = () => {
    if (timer.current === null) return;
    stop();
    onLetGo();
  };
  return { heldMs, begin, letGo };
}

const isHoldKey = (event: KeyboardEvent): boolean => event.key === " " || event.key === "Enter";

export function HoldButton({ isBusy, onHeld, onLetGo }: HoldButtonProps) {
  const { heldMs, begin, letGo } = useHold(onHeld, onLetGo);
  const share = heldMs === null ? 0 : heldMs / HOLD_MS;
  const label = heldMs === null ? haltTexts.hold : haltTexts.holding(((HOLD_MS - heldMs) / 1_000).toFixed(1));
  return (
    <button
      type="button"
      disabled={isBusy}
      onPointerDown={(event) => event.button === 0 && begin()}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isHoldKey(event)) return;
        event.preventDefault();
        begin();
      }}
      onKeyUp={(event) => isHoldKey(event) && letGo()}
      onBlur={letGo}
      className="relative isolate inline-flex h-12 grow touch-none items-center justify-center gap-2 overflow-hidden rounded-md border border-danger px-5 font-semibold text-danger select-none disabled:opacity-60"
    >
      <span
        aria-hidden="true"
        style={{ transform: `scaleX(${share})` }}
        className="absolute inset-0 -z-10 origin-left bg-danger/25 motion-reduce:hidden"
      />
      {isBusy && <Spinner className="size-4" />}
      {isBusy ? haltTexts.stopping : label}
    </button>
  );
}
