import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import type { Exchange } from "../exchange/exchange.ts";

/** Longer than any holiday weekend: what is beyond it is leapt over. */
const LIVED_GAP_MAX_MS = 6 * DAY_MS;
/** So much market time is lived before others get their turn. */
const SLICE_MS = HOUR_MS;

export interface MarketDriver {
  /** Lives to the clock's instant; resolves when it is reached. Callers at the same time share the way. */
  catchUp(): Promise<void>;
}

/** Lets the exchange follow a clock without ever holding up the process for long. */
export function createMarketDriver(exchange: Exchange, now: () => EpochMs, pause: () => Promise<void>): MarketDriver {
  let running: Promise<void> | null = null;

  /** True when there is more to live. */
  function liveSlice(target: EpochMs): boolean {
    const at = exchange.now() ?? target;
    if (target - at > LIVED_GAP_MAX_MS) exchange.leap(target);
    else exchange.advance(epochMs(Math.min(target, at + SLICE_MS)));
    return (exchange.now() ?? target) < target;
  }

  async function live(): Promise<void> {
    const target = now();
    while (liveSlice(target)) await pause();
  }

  return {
    catchUp() {
      running ??= live().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
