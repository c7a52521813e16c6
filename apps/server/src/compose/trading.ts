import type { Executor } from "@vriddhi/execution/executor-model";
import type { PricePort } from "@vriddhi/execution/ports/price-port";
import type { Link } from "../features/broker-link/link.store.ts";
import type { Notifier } from "../features/notification/notifier.ts";
import { type OrderObserver, observeOrders } from "../features/observability/observe-orders.ts";
import { createOpenPositions } from "../features/order-store/open-position.ts";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createOrderAlerts } from "../features/order-store/order-alerts.ts";
import { createOrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { createTradingAccountStore } from "../features/order-store/trading-account.store.pg.ts";
import { traceHandlers } from "../features/order-trace/trace.routes.ts";
import { createTraceStore } from "../features/order-trace/trace.store.pg.ts";
import { createCloseMissedDay } from "../features/signal-report/close-missed-day.ts";
import { signalReportHandlers } from "../features/signal-report/signal-report.routes.ts";
import { createSignalReportStore } from "../features/signal-report/signal-report.store.pg.ts";
import { tradingDayHandlers } from "../features/trading-day/trading-day.routes.ts";
import { createTradingDayStore } from "../features/trading-day/trading-day.store.pg.ts";
import { publishMany } from "../platform/events/publish.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import type { Brokers, LinkListener } from "./brokers.ts";
import type { Platform } from "./platform.ts";

type TradingDeps = Pick<Platform, "database" | "humanClock" | "marketClock" | "keyFor" | "log">;

export function composeTrading(
  { database, humanClock, marketClock, keyFor, log }: TradingDeps,
  countAlert: Metrics["countAlert"],
  observers: readonly OrderObserver[],
) {
  const reports = createSignalReportStore(database);
  const orders = observeOrders(createPgOrderStore(database), observers);
  const accounts = createTradingAccountStore(database, keyFor("trading-accounts"));
  const positions = createOpenPositions(orders, marketClock);
  const bindAccount: LinkListener = async (tx, { id }, what) => {
    if (what === "connected") await accounts.bind(tx, id, marketClock.now());
  };
  return {
    orders,
    accounts,
    upkeep: createOrderUpkeepStore(database),
    /** Called in the transaction that proves a link; the account outlives the link. */
    bindAccount,
    async hasOpenPosition({ id }: Pick<Link, "id">): Promise<boolean> {
      const account = await accounts.ofLink(id);
      return account !== null && (await positions.isOpen(account));
    },
    isOpen: positions.isOpen,
    async isAnyOpen(userId: string): Promise<boolean> {
      for (const account of await accounts.ofUser(userId)) if (await positions.isOpen(account)) return true;
      return false;
    },
    /** A postback is a hint that the order may have changed: the order path reads the books. */
    listenForHints({ onHint }: Pick<Brokers, "onHint">, executor: Pick<Executor, "look">): void {
      onHint({
        hint(linkId) {
          accounts.ofLink(linkId).then(
            (account) => account !== null && executor.look(account),
            (error: unknown) => log.warn({ err: error, linkId }, "orders: account of an order update not found"),
          );
        },
      });
    },
    notifyAlerts: (notify: Notifier["notify"]) =>
      createOrderAlerts({
        database,
        log,
        count: countAlert,
        notify,
        notifyPages: (tx, userIds) => publishMany(tx, userIds, "orders", humanClock.now()),
      }),
    putAwaySignals: createCloseMissedDay({ store: reports, clock: humanClock, log }),
    handlers: { ...traceHandlers(createTraceStore(database)), ...signalReportHandlers(reports) },
    dayHandlers: (prices: Pick<PricePort, "quotes">) =>
      tradingDayHandlers({ store: createTradingDayStore(database), orders, prices, humanClock, marketClock }),
  };
}
