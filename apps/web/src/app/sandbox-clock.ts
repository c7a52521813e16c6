import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { siteTexts } from "../texts/site.texts.ts";

export interface SandboxClock {
  readonly readAtMs: number;
  readonly now: EpochMs;
  readonly speed: number;
  readonly isHeld: boolean;
  /** An order is on its way: the clock runs no faster than this device's time. */
  readonly isPaced?: boolean;
}

const runningSpeed = ({ speed, isPaced }: SandboxClock): number => (isPaced === true ? Math.min(speed, 1) : speed);

/** Between two readings the simulated time runs on at its speed. */
export const simulatedNow = (clock: SandboxClock, wallMs: number): EpochMs =>
  clock.isHeld ? clock.now : epochMs(clock.now + Math.max(0, wallMs - clock.readAtMs) * runningSpeed(clock));

export function describeSpeed(clock: SandboxClock): string {
  if (clock.isHeld) return siteTexts.sandboxHeld;
  const speed = runningSpeed(clock);
  return speed === 0 ? siteTexts.sandboxFrozen : `${speed}×`;
}
