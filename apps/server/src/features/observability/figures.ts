import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { isOrderFinal, orderStatuses } from "@vriddhi/core/order/order-state";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { marketStateAt } from "@vriddhi/core/time/market-state";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { MonotonicClock } from "@vriddhi/execution/ports/surroundings";
import { Gauge, type Registry } from "prom-client";
import { withTimeout } from "../../platform/clock/with-timeout.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { FigureStore, Figures } from "./figures.store.pg.ts";
import type { OrderFacts } from "./order-facts.ts";
import { createOrderMetrics } from "./order-metrics.ts";

/** Figures are served again for a hundred times as long as their statement took, within these bounds. */
const FRESH_MIN_MS = 5_000;
const FRESH_MAX_MS = 30_000;
const COST_SHARE = 100;
/** A monitor gives up after ten seconds; a database that is away must not hide the process's own metrics. */
const READ_WITHIN_MS = 3_000;

/** Figures of the database, by the name of `FIGURES` in figures.store.pg.ts. */
const GAUGES: Readonly<Record<string, { readonly help: string; readonly labels?: readonly string[] }>> = {
  open_orders: { help: "Orders of the day that are not final", labels: ["broker", "status"] },
  buckets_without_owner: { help: "Buckets of accounts whose orders no worker handles" },
  buckets_covered: { help: "Buckets in covering mode: exits and cancellations only" },
  trading_halted: { help: "Blocks on the entries of all accounts" },
  feed_age_seconds: { help: "Market time since the last tick; +Inf before the first", labels: ["feed"] },
  queue_jobs: { help: "Jobs that are due and not done, such as mails", labels: ["queue"] },
  queue_oldest_job_age_seconds: { help: "Age of the oldest of them", labels: ["queue"] },
  due_steps_late: { help: "Steps of the morning that wait for more than a minute of market time" },
  due_step_oldest_age_seconds: { help: "Market time that the longest waiting step waits" },
  scheduler_beat_age_seconds: { help: "Time since a worker last planned the steps of the morning" },
  accounts: { help: "Accounts of today by readiness: ready, or the reason", labels: ["readiness"] },
  payments_pending: { help: "Payments that the provider has not captured" },
  payment_oldest_pending_age_seconds: { help: "Age of the oldest of them" },
  refunds_waiting: { help: "Refunds that are not paid out", labels: ["state"] },
};

export interface FigureDeps {
  readonly registry: Registry;
  readonly store: FigureStore;
  readonly facts: OrderFacts;
  readonly pools: Database["pools"];
  readonly calendar: TradingCalendar;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly monotonic: MonotonicClock;
  readonly log: Logger;
}

function createGauges(registry: Registry, refresh: () => Promise<void>) {
  const make = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `vriddhi_${name}`, help, labelNames, registers: [registry], collect: refresh });
  const gauges = new Map(Object.entries(GAUGES).map(([name, { help, labels }]) => [name, make(name, help, labels)]));
  const clear = (): void => {
    for (const [name, gauge] of gauges) {
      gauge.reset();
      // A gauge without labels is reset to 0, which would be a lie.
      if (GAUGES[name]?.labels === undefined) gauge.remove();
    }
  };
  const up = make("database_up", "1 when the figures could be read from the database");
  return {
    show({ figures }: Figures): void {
      clear();
      for (const broker of tradingBrokers)
        for (const status of orderStatuses.filter((each) => !isOrderFinal(each)))
          gauges.get("open_orders")?.set({ broker, status }, 0);
      for (const { name, labels, value } of figures)
        gauges
          .get(name)
          ?.set(Object.fromEntries((GAUGES[name]?.labels ?? []).map((label, n) => [label, labels[n] ?? ""])), value);
      up.set(1);
    },
    hide(): void {
      clear();
      up.set(0);
    },
  };
}

/** Read after the figures, whose own statement would count as waiting. */
function addPoolGauges(registry: Registry, pools: Database["pools"], refresh: () => Promise<void>): void {
  const connections = new Gauge({
    name: "vriddhi_db_pool_connections",
    help: "Connections to the database by pool",
    labelNames: ["pool", "state"],
    registers: [registry],
    async collect() {
      await refresh();
      for (const { name, total, idle } of pools()) {
        connections.set({ pool: name, state: "idle" }, idle);
        connections.set({ pool: name, state: "busy" }, total - idle);
      }
    },
  });
  const waiting = new Gauge({
    name: "vriddhi_db_pool_waiting_requests",
    help: "Calls that wait for a connection of the pool",
    labelNames: ["pool"],
    registers: [registry],
    async collect() {
      await refresh();
      for (const pool of pools()) waiting.set({ pool: pool.name }, pool.waiting);
    },
  });
}

function addMarketGauge(registry: Registry, calendar: TradingCalendar, marketClock: MarketClock): void {
  const open: Gauge = new Gauge({
    name: "vriddhi_market_open",
    help: "1 while the exchange trades",
    registers: [registry],
    collect() {
      open.set(marketStateAt(calendar, marketClock.now()).name === "open" ? 1 : 0);
    },
  });
}

/** Business and health metrics, read when a monitor asks: an idle process does nothing for them. */
export function serveFigures(deps: FigureDeps): void {
  const { registry, store, facts, pools, calendar, humanClock, marketClock, monotonic, log } = deps;
  let freshUntil = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const addOrders = createOrderMetrics(registry, refresh);
  const gauges = createGauges(registry, refresh);
  addPoolGauges(registry, pools, refresh);
  addMarketGauge(registry, calendar, marketClock);

  async function read(): Promise<void> {
    const [human, market] = [humanClock.now(), marketClock.now()];
    const taken = facts.take(human);
    const begun = monotonic.nowMs();
    try {
      const figures = await store.read({ human, market, day: istDateOf(market) }, taken);
      gauges.show(figures);
      addOrders(taken, figures, human);
    } catch (error) {
      log.warn({ err: error }, "metrics: figures not read");
      facts.giveBack(taken);
      gauges.hide();
    }
    const ended = monotonic.nowMs();
    freshUntil = ended + Math.min(FRESH_MAX_MS, Math.max(FRESH_MIN_MS, COST_SHARE * (ended - begun)));
  }

  async function refresh(): Promise<void> {
    if (monotonic.nowMs() < freshUntil) return;
    reading ??= read().finally(() => {
      reading = null;
    });
    if ((await withTimeout(READ_WITHIN_MS, reading)) === "late") gauges.hide();
  }
}
