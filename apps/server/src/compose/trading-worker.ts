import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { MonotonicClock, Timers } from "@vriddhi/execution/ports/surroundings";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import { BLOCKS_CHANNEL, BLOCKS_NOW } from "../features/order-store/order-blocks.store.pg.ts";
import { type MissedDay, type OrderUpkeepStore, othersHold } from "../features/order-store/order-upkeep.store.pg.ts";
import { oneAtATime } from "../platform/clock/one-at-a-time.ts";
import { poll } from "../platform/clock/poll.ts";
import { realTimers } from "../platform/clock/timers.ts";
import { createPooledRandom } from "../platform/crypto/pooled-random.ts";
import { runFor } from "../platform/db/async-context.ts";
import { listenTo } from "../platform/events/own-connection.ts";
import { isOwnerDead, ownName } from "../platform/process/worker-session.ts";
import type { Closing } from "./closing.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import { createOwnerWatch } from "./owner-watch.ts";
import type { Platform } from "./platform.ts";
import { dailyStops, watchOrders } from "./watch-market.ts";

const UPKEEP_EVERY_MS = SECOND_MS;
/** Interval once every account with orders has its day's result. */
const CLOSED_UPKEEP_EVERY_MS = 30 * SECOND_MS;
/** `NOTIFY` brings a block at once and the work watch within a second; each renewal of the leases reads them as well. */
const SETTINGS = { ...EXECUTOR_SETTINGS, blockPollMs: 10 * SECOND_MS };
/** The brokers have squared off open positions; their order books are final now. */
const LAST_BOOK_AT = istMinute(15, 20);
const MONTH_DAYS = 31;
/** How many days back the search for missed days goes. */
const MISSED_DAYS = 7;

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

export interface TradingWorkerDeps {
  readonly platform: Pick<Platform, "database" | "log" | "humanClock" | "marketClock" | "workWatch">;
  readonly orders: OrderStore;
  readonly upkeep: OrderUpkeepStore;
  readonly accounts: AccountPort;
  readonly prices: PricePort;
  readonly closing: Closing;
  /** Registry of market-clock work; left out when the clock cannot be moved. */
  readonly schedule?: MarketSchedule;
  /** Timers for waits and the monotonic clock for leases. */
  readonly time: { readonly timers: Timers; readonly monotonic: MonotonicClock };
}

export const machineTime: TradingWorkerDeps["time"] = {
  timers: realTimers,
  monotonic: { nowMs: () => performance.now() },
};

/** Partitions for this month and the next, the close of the day, and of missed days. */
function createUpkeep({ platform, upkeep }: TradingWorkerDeps, executor: Executor) {
  let prepared = "";
  let closed: { readonly day: IstDate; readonly at: EpochMs } | null = null;
  async function endMissed({ account, day }: MissedDay): Promise<void> {
    platform.log.warn({ account, day }, "orders: closing a missed trading day without final order books");
    try {
      await executor.endMissedDay(account, day);
    } catch (error) {
      // One failed day must not hold up the others or today; it is retried at the next start or tomorrow.
      platform.log.error({ account, day, error: String(error) }, "orders: missed trading day not closed");
    }
  }
  async function closeDay(day: IstDate): Promise<void> {
    const unclosed = await upkeep.listUnclosed(day);
    if (unclosed.length > 0) await executor.closeDay(unclosed);
    closed = unclosed.length > 0 ? null : { day, at: platform.humanClock.now() };
  }
  async function keepUp(): Promise<void> {
    const now = platform.marketClock.now();
    const day = istDateOf(now);
    if (prepared !== day) {
      for (const each of [day, addDays(day, MONTH_DAYS)]) await upkeep.makePartitions(each);
      for (const missed of await upkeep.listMissed(day, addDays(day, -MISSED_DAYS))) await endMissed(missed);
      prepared = day;
    }
    if (now >= istInstant(day, LAST_BOOK_AT)) await closeDay(day);
  }
  const isClosed = (): boolean =>
    closed !== null &&
    closed.day === istDateOf(platform.marketClock.now()) &&
    platform.humanClock.now() - closed.at < CLOSED_UPKEEP_EVERY_MS;
  return { keepUp, keepUpIfNeeded: async () => (isClosed() ? undefined : keepUp()) };
}

/** Starts this process's order path. It recovers the state it finds; a first start is the same. */
export async function startTradingWorker(deps: TradingWorkerDeps): Promise<Executor> {
  const { platform, orders, accounts, prices, closing, time } = deps;
  const { database, humanClock, marketClock, workWatch } = platform;
  const log = platform.log.child({ feature: "orders" });
  const worker = ownName();
  const executor = runFor("orders", () =>
    createExecutor({
      store: orders,
      accounts,
      prices,
      humanClock,
      marketClock,
      ...time,
      log,
      worker,
      random: createPooledRandom(),
      settings: SETTINGS,
    }),
  );
  const { monotonic } = time;
  const watchOwners = createOwnerWatch({ orders, upkeep: deps.upkeep, own: worker, monotonic, isOwnerDead, log });
  await watchOwners();
  closing.add("orders", () => executor.stop(true));
  await runFor("orders", () => executor.start(ALL_BUCKETS));
  const whileOthers = { everyMs: UPKEEP_EVERY_MS, waits: othersHold(worker) };
  closing.add("lost workers", workWatch.pollWhile("lost workers", watchOwners, whileOthers).stop);
  const refresh = oneAtATime(() => runFor("orders", () => executor.refreshBlocks()));
  const blocks = workWatch.pollWhile("blocks", refresh, { everyMs: UPKEEP_EVERY_MS, changes: BLOCKS_NOW });
  closing.add("blocks", blocks.stop);
  closing.add("blocks' listener", listenTo(database, log, BLOCKS_CHANNEL, blocks.wake).stop);
  const { keepUp, keepUpIfNeeded } = createUpkeep(deps, executor);
  closing.add("orders' upkeep", poll("orders' upkeep", keepUpIfNeeded, UPKEEP_EVERY_MS, log));
  deps.schedule?.add({ stopsBetween: (from, to) => dailyStops(LAST_BOOK_AT, from, to), runDue: keepUp });
  deps.schedule?.watch({ idle: refresh });
  if (deps.schedule !== undefined) watchOrders(deps.schedule, executor);
  return executor;
}
