import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { midnightsBetween } from "@vriddhi/core/time/ist";
import type { MarketWork } from "./market-schedule.ts";

/** Only a simulated clock is ahead of people's time by so much. */
const FAST = 2;

export interface DailyWorkDeps {
  readonly marketClock: MarketClock;
  readonly humanClock: HumanClock;
  /** Does what is due at an instant; doing it again does nothing. */
  runAt(instant: EpochMs): Promise<void>;
}

/**
 * Work that looks at each day in India, counted in midnights. A leaping clock stops at each of them; of a clock that runs
 * through several days between two looks, each midnight that went by is looked at before the present. On people's own
 * clock days go by unseen only in an outage, and those stay unseen: a reminder of seven days is wrong when five are left.
 */
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
