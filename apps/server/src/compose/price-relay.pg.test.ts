import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { paise } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MarketFeed, TickListener } from "../features/market-feed/market-feed.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createWorkWatch, type WorkWatch } from "../platform/events/work-watch.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createClosing } from "./closing.ts";
import { broadcastPrices, receivePrices } from "./price-relay.ts";
import { createTradingPrices, type TradingPrices } from "./trading-prices.ts";

const SBIN = "INE062A01020";
const INFY = "INE009A01021";
const clock = createVirtualClock();
const log = createLogger("silent");
const closing = createClosing(log);
const leading = new AbortController();
let scratch: TestDatabase;
let database: Database;
let near: TradingPrices;
let far: TradingPrices;
let endLead: () => Promise<void>;
let workWatch: WorkWatch;

function createLines() {
  const listeners = new Set<readonly [StrategyFeed, TickListener]>();
  const wanted = new Map<string, readonly string[]>();
  const feed: MarketFeed = {
    want: (by, isins) => void wanted.set(by, isins),
    listen(desk, listener) {
      const entry = [desk, listener] as const;
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    isDialling: () => false,
    lastTick: () => null,
    sourceOf: (desk) => desk,
    turn: async () => undefined,
    follow: async () => undefined,
    close: () => undefined,
  };
  const tick = (desk: StrategyFeed, isin: string, price: number) => {
    const received = {
      token: "1",
      lastPrice: paise(price),
      volume: 1,
      bid: paise(price - 5),
      ask: null,
      at: clock.now(),
    };
    for (const [to, listener] of listeners) if (to === desk) listener([{ isin, tick: received }]);
  };
  return { feed, wanted, tick };
}

const lines = createLines();

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 5, role: APP_ROLE, onError: () => {} });
  const deps = { database, humanClock: clock, marketClock: clock, log };
  near = createTradingPrices(lines.feed, clock);
  far = createTradingPrices(createLines().feed, clock);
  receivePrices(deps, "near", near, closing);
  receivePrices(deps, "far", far, closing);
  workWatch = createWorkWatch(deps);
  const lead = broadcastPrices({ ...deps, workWatch }, "near", { feed: lines.feed, attend: near.attend });
  endLead = lead.begin(1, leading.signal);
});
afterAll(async () => {
  leading.abort();
  await endLead();
  await workWatch.stop();
  await closing.closeAll();
  await database.close();
  await scratch.drop();
});

const whileTicking = (isin: string, price: number, isSo: () => boolean) =>
  expect
    .poll(() => {
      lines.tick("fyers", isin, price);
      lines.tick("angelone", isin, price + 10);
      return isSo();
    })
    .toBe(true);

describe("prices that the leader of the feeds broadcasts", () => {
  it("reach another process as soon as it watches the share, each under the name of its feed", async () => {
    let broadcasts = 0;
    const stop = far.watch(SBIN, () => {
      broadcasts++;
    });
    await whileTicking(SBIN, 80_000, () => far.quotes(SBIN).length === 2);
    expect(
      far
        .quotes(SBIN)
        .map(({ source, bid, ask, last }) => [source, bid, ask, last])
        .sort(),
    ).toEqual([
      ["angelone", 80_005, null, 80_010],
      ["fyers", 79_995, null, 80_000],
    ]);
    expect(broadcasts).toBeGreaterThan(0);
    expect(lines.wanted.get("others")).toEqual([SBIN]);
    expect(far.quotes(INFY)).toEqual([]);
    stop();
    await expect.poll(() => lines.wanted.get("others")).toEqual([]);
  });

  it("include the day's shortlist before any process watches its shares", async () => {
    await database.pool.query(
      "INSERT INTO shortlist_pick VALUES ('fyers', '2026-11-16', 1, $1, 'INFY', 1, 'A reason.')",
      [INFY],
    );
    await whileTicking(INFY, 150_000, () => far.quotes(INFY).length === 2);
  });

  it("count as live until the leader sends no heartbeat for five seconds", async () => {
    const from = clock.now();
    await expect.poll(() => far.attendedSince?.()).toBeLessThanOrEqual(from);
    clock.advance(3 * SECOND_MS);
    // A clock jump of three seconds is no gap yet.
    await expect
      .poll(() => {
        clock.advance(1);
        return far.attendedSince?.();
      })
      .toBeLessThanOrEqual(from);
    leading.abort();
    await endLead();
    clock.advance(6 * SECOND_MS);
    expect(far.attendedSince?.()).toBe(clock.now());
  });

  it("never replace a newer price of the same feed", () => {
    const receivedAt = clock.now();
    near.take(SBIN, { source: "fyers", bid: null, ask: null, last: paise(90_000), receivedAt });
    near.take(SBIN, { source: "fyers", bid: null, ask: null, last: paise(1), receivedAt: later(receivedAt, -1) });
    expect(near.quotes(SBIN).find(({ source }) => source === "fyers")?.last).toBe(90_000);
  });
});
