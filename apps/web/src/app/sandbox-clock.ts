import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { siteTexts } from "../texts/site.texts.ts";

export interface SandboxClock {
  readonly readAtMs: number;
  readonly now: EpochMs;
  readonly speed: number;
  readonly isHeld: boolean;
}

/** Between two readings the simulated time runs on at its speed. */
export const simulatedNow = ({ readAtMs, now, speed, isHeld }: SandboxClock, wallMs: number): EpochMs =>
  isHeld ? now : epochMs(now + Math.max(0, wallMs - readAtMs) * speed);

export function describeSpeed({ speed, isHeld }: SandboxClock): string {
  if (isHeld) return siteTexts.sandboxHeld;
  return speed === 0 ? siteTexts.sandboxFrozen : `${speed}×`;
}
