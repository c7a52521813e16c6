import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { midnightsBetween } from "@vriddhi/core/time/ist";
import type { MarketWork } from "./market-schedule.ts";

/** Only a simulated clock differs this much from the human clock. */
const FAST = 2;

export interface DailyWorkDeps {
  readonly marketClock: MarketClock;
  readonly humanClock: HumanClock;
  /** Does what is due at an instant. Idempotent. */
  runAt(instant: EpochMs): Promise<void>;
}

/** Each midnight that the market clock passes runs; days missed in an outage do not: a late reminder is wrong. */
export function createDailyWork({ marketClock, humanClock, runAt }: DailyWorkDeps): Required<MarketWork> {
  const look = () => ({ market: marketClock.now(), human: humanClock.now() });
  let last = look();
  const runEach = async (midnights: readonly EpochMs[]): Promise<void> => {
    for (const midnight of midnights) await runAt(midnight);
  };
  return {
    stopsBetween: midnightsBetween,
    async runDue() {
      const now = look();
      const isFast = now.market - last.market > FAST * (now.human - last.human);
      if (isFast) await runEach(midnightsBetween(last.market, now.market));
      await runAt(now.market);
      last = now;
    },
    async passOver(from, to) {
      await runEach(midnightsBetween(from, to));
      last = { market: to, human: humanClock.now() };
    },
    forget() {
      last = look();
    },
  };
}
