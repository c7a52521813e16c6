import type { Candle } from "@vriddhi/brokers/port/history";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { sessionsBefore } from "@vriddhi/core/strategy/strategy-facts";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createHistoryService, type HistorySource } from "./history.service.ts";
import { createHistoryStore } from "./history.store.pg.ts";
import { createShareNumbers } from "./share-numbers.ts";

const DAY = istDate("2026-11-16");
const shares = ["ONE", "TWO", "THREE"].map((symbol, place) => ({ symbol, isin: `INE00${place}A01010` }));
const [ONE = "", TWO = "", THREE = ""] = shares.map(({ isin }) => isin);
const clock = createVirtualClock();
const going = new AbortController().signal;
let scratch: TestDatabase;
let database: Database;
beforeEach(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 3, role: APP_ROLE, onError: () => {} });
});
afterEach(async () => {
  await database.close();
  await scratch.drop();
});

/** 75 candles a day, each a little higher than the previous one; the last is derived from the day's number. */
function candlesBetween(from: IstDate, to: IstDate): readonly Candle[] {
  const found: Candle[] = [];
  for (let day = from, number = 0; day <= to; day = addDays(day, 1), number++)
    for (let place = 0; place < 75; place++) {
      const price = paise(100_000 + number * 100 + place);
      const at = (istInstant(day, istMinute(9, 15)) + place * 5 * MINUTE_MS) as Candle["at"];
      found.push({ at, open: price, high: paise(price + 20), low: paise(price - 20), close: price, volume: 10 });
    }
  return found;
}

interface Script {
  readonly asked: string[];
  isAway: boolean;
}

const sourceOf = (script: Script, isListed = (_isin: string) => true): HistorySource => ({
  desk: "angelone",
  open: async () => async (isin, from, to) => {
    script.asked.push(isin);
    if (script.isAway) return err({ kind: "unavailable", reason: "away" });
    return isListed(isin) ? ok(candlesBetween(from, to)) : null;
  },
});

const serviceWith = (...sources: readonly HistorySource[]) =>
  createHistoryService({
    store: createHistoryStore(database),
    sources,
    numbers: createShareNumbers(shares),
    calendar: nseCalendar,
    humanClock: clock,
    log: createLogger("silent"),
  });

describe("the history of past sessions", () => {
  it("past sessions are requested once per day and share, and give the day's facts", async () => {
    const script: Script = { asked: [], isAway: false };
    const service = serviceWith(sourceOf(script));
    expect(service.isReady(DAY)).toBe(false);
    await service.fill(DAY, going);
    expect(service.isReady(DAY)).toBe(true);
    const facts = await service.factsBefore(DAY);
    expect(facts.map(({ share }) => share)).toEqual([0, 1, 2]);
    const sessions = sessionsBefore(nseCalendar, DAY, 30);
    const days = candlesBetween(sessions[0] as IstDate, sessions.at(-1) as IstDate);
    expect(facts[0]?.previousClose).toBe(days.at(-1)?.close);
    expect(facts[0]?.lastHigh).toBe((days.at(-1)?.close ?? 0) + 20);
    await serviceWith(sourceOf(script)).fill(DAY, going);
    expect(script.asked).toEqual([ONE, TWO, THREE]);
  });

  it("past sessions are requested again after a failure, from where it stopped", async () => {
    const script: Script = { asked: [], isAway: false };
    const service = serviceWith({
      desk: "fyers",
      open: async () => async (isin, from, to) => {
        script.asked.push(isin);
        return script.asked.length === 2 ? err({ kind: "throttled", retryAfterMs: 1 }) : ok(candlesBetween(from, to));
      },
    });
    await service.fill(DAY, going);
    expect(service.isReady(DAY)).toBe(false);
    await service.fill(DAY, going);
    expect(script.asked).toEqual([ONE, TWO]);
    clock.advance(6 * SECOND_MS);
    await service.fill(DAY, going);
    expect(service.isReady(DAY)).toBe(true);
    expect(script.asked).toEqual([ONE, TWO, TWO, THREE]);
  });

  it("past sessions come from any strategy's broker that answers", async () => {
    const away: Script = { asked: [], isAway: true };
    const well: Script = { asked: [], isAway: false };
    const service = serviceWith(sourceOf(away), sourceOf(well));
    await service.fill(DAY, going);
    clock.advance(6 * SECOND_MS);
    away.isAway = false;
    await service.fill(DAY, going);
    expect(service.isReady(DAY)).toBe(true);
    expect(await service.factsBefore(DAY)).toHaveLength(3);
  });

  it("past sessions that are unavailable exclude only their share", async () => {
    const service = serviceWith(sourceOf({ asked: [], isAway: false }, (isin) => isin !== TWO));
    await service.fill(DAY, going);
    expect(service.isReady(DAY)).toBe(true);
    expect((await service.factsBefore(DAY)).map(({ share }) => share)).toEqual([0, 2]);
  });

  it("past sessions without the last one give no facts", async () => {
    const service = serviceWith(sourceOf({ asked: [], isAway: false }));
    await service.fill(DAY, going);
    await database.pool.query("DELETE FROM day_bar WHERE trading_day = '2026-11-13'");
    expect(await service.factsBefore(DAY)).toEqual([]);
  });

  it("past sessions stop loading when the leadership ends", async () => {
    const stopped = new AbortController();
    const script: Script = { asked: [], isAway: false };
    const service = serviceWith({
      desk: "fyers",
      open: async () => async (isin, from, to) => {
        script.asked.push(isin);
        stopped.abort();
        return ok(candlesBetween(from, to));
      },
    });
    await service.fill(DAY, stopped.signal);
    expect(script.asked).toEqual([ONE]);
    expect(service.isReady(DAY)).toBe(false);
  });
});
