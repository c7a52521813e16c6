import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { VirtualTime } from "./virtual-time.ts";

/** True time without any skew, unknown to the product. */
export interface DayClock {
  readonly time: VirtualTime;
  readonly speed: number;
  human(): EpochMs;
  market(): EpochMs;
  /** Milliseconds of the human clock until the market clock shows `instant`. */
  untilMarket(instant: EpochMs): number;
}

export function createDayClock(time: VirtualTime, begins: EpochMs, speed: number): DayClock {
  return {
    time,
    speed,
    human: () => epochMs(begins + time.now()),
    market: () => epochMs(begins + time.now() * speed),
    untilMarket: (instant) => Math.max(0, (instant - begins) / speed - time.now()),
  };
}
