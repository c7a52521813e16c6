import { SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createExecutor } from "@vriddhi/execution/executor";
import type { Executor } from "@vriddhi/execution/executor-model";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { MonotonicClock, Timers } from "@vriddhi/execution/ports/surroundings";
import { EXECUTOR_SETTINGS } from "@vriddhi/execution/settings";
import type { MissedDay, OrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { poll } from "../platform/clock/poll.ts";
import { realTimers } from "../platform/clock/timers.ts";
import { createPooledRandom } from "../platform/crypto/pooled-random.ts";
import { runFor } from "../platform/db/async-context.ts";
import { isOwnerDead, ownName } from "../platform/process/worker-session.ts";
import type { Closing } from "./closing.ts";
import type { MarketSchedule } from "./market-schedule.ts";
import { createOwnerWatch } from "./owner-watch.ts";
import type { Platform } from "./platform.ts";
import { dailyStops, watchOrders } from "./watch-market.ts";

const UPKEEP_EVERY_MS = SECOND_MS;
/** The brokers have squared off open positions; their order books are final now. */
const LAST_BOOK_AT = istMinute(15, 20);
const MONTH_DAYS = 31;
/** How many days back the search for missed days goes. */
const MISSED_DAYS = 7;

const ALL_BUCKETS = Array.from({ length: BUCKETS }, (_, bucket) => bucket);

export interface TradingWorkerDeps {
  readonly platform: Pick<Platform, "log" | "humanClock" | "marketClock">;
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
  async function endMissed({ account, day }: MissedDay): Promise<void> {
    platform.log.warn({ account, day }, "orders: closing a missed trading day without final order books");
    try {
      await executor.endMissedDay(account, day);
    } catch (error) {
      // One failed day must not hold up the others or today; it is retried at the next start or tomorrow.
      platform.log.error({ account, day, error: String(error) }, "orders: missed trading day not closed");
    }
  }
  return async (): Promise<void> => {
    const now = platform.marketClock.now();
    const day = istDateOf(now);
    if (prepared !== day) {
      for (const each of [day, addDays(day, MONTH_DAYS)]) await upkeep.makePartitions(each);
      for (const missed of await upkeep.listMissed(day, addDays(day, -MISSED_DAYS))) await endMissed(missed);
      prepared = day;
    }
    if (now < istInstant(day, LAST_BOOK_AT)) return;
    const unclosed = await upkeep.listUnclosed(day);
    if (unclosed.length > 0) await executor.closeDay(unclosed);
  };
}

/** Starts this process's order path. It recovers the state it finds; a first start is the same. */
export async function startTradingWorker(deps: TradingWorkerDeps): Promise<Executor> {
  const { platform, orders, accounts, prices, closing, time } = deps;
  const { humanClock, marketClock } = platform;
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
      settings: EXECUTOR_SETTINGS,
    }),
  );
  const { monotonic } = time;
  const watchOwners = createOwnerWatch({ orders, upkeep: deps.upkeep, own: worker, monotonic, isOwnerDead, log });
  await watchOwners();
  closing.add("orders", () => executor.stop(true));
  await runFor("orders", () => executor.start(ALL_BUCKETS));
  closing.add("lost workers", poll("lost workers", watchOwners, UPKEEP_EVERY_MS, log));
  const keepUp = createUpkeep(deps, executor);
  closing.add("orders' upkeep", poll("orders' upkeep", keepUp, UPKEEP_EVERY_MS, log));
  deps.schedule?.add({ stopsBetween: (from, to) => dailyStops(LAST_BOOK_AT, from, to), runDue: keepUp });
  if (deps.schedule !== undefined) watchOrders(deps.schedule, executor);
  return executor;
}
