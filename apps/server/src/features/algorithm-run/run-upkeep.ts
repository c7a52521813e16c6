import { absentBefore, PAGE_ABSENCE_MS } from "@vriddhi/core/run/run";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { Concerned, RunUpkeepStore } from "./run.store.ts";
import type { RunBlocks } from "./run-ports.ts";

export interface RunUpkeepDeps {
  readonly store: RunUpkeepStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly blocks: RunBlocks;
  notifyMany(tx: Tx, userIds: readonly string[]): Promise<void>;
}

export interface RunUpkeep {
  /** The instants in (from, to] at which a day's runs end. */
  stopsBetween(from: EpochMs, to: EpochMs): readonly EpochMs[];
  endDays(): Promise<void>;
  seen(userIds: readonly string[]): Promise<void>;
  /** Blocks accounts whose page is absent and unblocks those whose page is back. */
  watchPages(): Promise<void>;
}

/** A page's poll is stored at most this often; a sixth of the time until it counts as absent. */
const SEEN_EVERY_MS = PAGE_ABSENCE_MS / 6;

const HELD_FOR_A_DAY = ["run_stopped", "page_absent"] as const;

const accountsOf = (concerned: readonly Concerned[]) => concerned.map(({ accountId }) => accountId);

/** End of the day's continuous trading; `null` on a day without trading. */
function dayEnd(calendar: TradingCalendar, day: IstDate): EpochMs | null {
  const { close } = calendar.sessionOf(day);
  return isTradingDay(calendar, day) && close !== null ? istInstant(day, close) : null;
}

/** Users who polled this process lately, so that most polls do not reach the database. */
function createRecent(clock: HumanClock) {
  let seen = new Map<string, EpochMs>();
  return (userIds: readonly string[]): readonly string[] => {
    const now = clock.now();
    const isFresh = (at: EpochMs | undefined): boolean => at !== undefined && now - at < SEEN_EVERY_MS;
    const due = [...new Set(userIds)].filter((userId) => !isFresh(seen.get(userId)));
    if (due.length > 0) seen = new Map([...seen].filter(([, at]) => isFresh(at)));
    for (const userId of due) seen.set(userId, now);
    return due;
  };
}

export function createRunUpkeep(deps: RunUpkeepDeps): RunUpkeep {
  const { store, humanClock, marketClock, calendar, blocks } = deps;
  const dueOf = createRecent(humanClock);

  return {
    stopsBetween(from, to) {
      const stops: EpochMs[] = [];
      for (let day = istDateOf(from); day <= istDateOf(to); day = addDays(day, 1)) {
        const end = dayEnd(calendar, day);
        if (end !== null && end > from && end <= to) stops.push(end);
      }
      return stops;
    },
    async endDays() {
      const now = marketClock.now();
      const today = istDateOf(now);
      const end = dayEnd(calendar, today);
      await store.transaction(async (tx) => {
        const ended = await store.endDays(tx, today, end !== null && now >= end, humanClock.now());
        await deps.notifyMany(tx, ended);
        const stale = await store.listStale(tx, today);
        for (const cause of HELD_FOR_A_DAY) if (stale.length > 0) await blocks.lift(tx, stale, cause);
      });
    },
    async seen(userIds) {
      const due = dueOf(userIds);
      await store.touch(due, humanClock.now(), SEEN_EVERY_MS);
    },
    async watchPages() {
      const today = istDateOf(marketClock.now());
      const before = absentBefore(humanClock.now());
      await store.transaction(async (tx) => {
        const [absent, back] = [await store.listAbsent(tx, today, before), await store.listBack(tx, today, before)];
        const people = [...absent, ...back].map(({ userId }) => userId);
        await deps.notifyMany(tx, people);
        if (absent.length > 0) await blocks.set(tx, accountsOf(absent), "page_absent");
        if (back.length > 0) await blocks.lift(tx, accountsOf(back), "page_absent");
      });
    },
  };
}
