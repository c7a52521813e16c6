import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { epochMs, HOUR_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import type { TradingAccount, TradingAdapter } from "@vriddhi/execution/ports/account-port";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createOrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createWorkWatch } from "../platform/events/work-watch.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createClosing } from "./closing.ts";
import { createMarketSchedule } from "./market-schedule.ts";
import { startTradingWorker } from "./trading-worker.ts";

const account = accountId(randomUUID());
const clock = createVirtualClock(epochMs(Date.parse("2026-11-16T10:00:00+05:30")));
const idle: TradingAccount = {
  id: account,
  // An account without orders calls no broker.
  adapter: { rates: [] } as unknown as TradingAdapter,
  capital: rupees(100_000),
  ownDailyStop: null,
  tariff: tariffOf("angelone"),
  hours: TRADING_HOURS,
};
const log = createLogger("silent");
let scratch: TestDatabase;
let database: Database;
let orders: ReturnType<typeof createPgOrderStore>;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 3, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
  orders = createPgOrderStore(database);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await orders.unblock(null, "operator", []);
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

/** The executor's own timers never run, so that only the worker's wiring brings it a block. */
async function startWorker(askedEveryMs: number) {
  const workWatch = createWorkWatch({ database, humanClock: clock, marketClock: clock, log, everyMs: askedEveryMs });
  const closing = createClosing(log);
  const schedule = createMarketSchedule();
  const executor = await startTradingWorker({
    platform: { database, log, humanClock: clock, marketClock: clock, workWatch },
    orders,
    upkeep: createOrderUpkeepStore(database),
    accounts: { find: async () => idle, accessOf: async () => null, sessionLost: async () => undefined },
    prices: { quotes: () => [], band: () => null, watch: () => () => undefined },
    closing,
    schedule,
    time: { timers: { after: () => () => undefined }, monotonic: { nowMs: clock.now } },
  });
  ends.push(closing.closeAll, workWatch.stop);
  const isBlocked = async () => (await executor.eligibility(account, "x")).isBlocked;
  expect(await isBlocked()).toBe(false);
  return { schedule, isBlocked };
}

const blockAll = { accountId: null, cause: "operator", setAt: clock.now(), closesPositions: true } as const;
/** As `orders.block`, with a notification that is lost. */
const blockAllUnnoticed = () =>
  database.pool.query(
    `WITH raised AS (UPDATE order_block_epoch SET epoch = epoch + 1 RETURNING epoch)
     INSERT INTO order_block (account_id, cause, epoch, set_at, closes_positions)
     SELECT '', 'operator', epoch, now(), true FROM raised`,
  );

describe("a worker", () => {
  it("knows a block and its end by the notification alone", async () => {
    const { isBlocked } = await startWorker(HOUR_MS);
    await orders.block(blockAll, []);
    await eventually("the block is known", async () => ((await isBlocked()) ? true : null));
    await orders.unblock(null, "operator", []);
    await eventually("the end is known", async () => ((await isBlocked()) ? null : true));
  });

  it("knows a block without its notification by the next question", async () => {
    const { isBlocked } = await startWorker(SECOND_MS);
    await blockAllUnnoticed();
    await eventually("the block is known", async () => ((await isBlocked()) ? true : null));
  });

  it("knows every block before a jump goes on", async () => {
    const { schedule, isBlocked } = await startWorker(HOUR_MS);
    await blockAllUnnoticed();
    await schedule.idle();
    expect(await isBlocked()).toBe(true);
  });
});
