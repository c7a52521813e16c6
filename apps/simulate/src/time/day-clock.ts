import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { VirtualTime } from "./virtual-time.ts";

/** True time, as nobody in the product knows it: both clocks without anybody's skew. */
export interface DayClock {
  readonly time: VirtualTime;
  readonly speed: number;
  human(): EpochMs;
  market(): EpochMs;
  /** How long from now until the market clock shows `instant`, in milliseconds of the human clock. */
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
