import { createFigureStore } from "../features/observability/figures.store.pg.ts";
import { serveFigures } from "../features/observability/figures.ts";
import type { OrderObserver } from "../features/observability/observe-orders.ts";
import { createOrderFacts } from "../features/observability/order-facts.ts";
import { createTraceExport } from "../features/observability/trace-export.ts";
import { createTracedEntryStore } from "../features/observability/traced-entry.store.pg.ts";
import { createOtlpCollector } from "../gateways/otlp/otlp-collector.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { Metrics } from "../platform/http/metrics.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";
import { machineTime } from "./trading-worker.ts";

export function withLoginMetrics(platform: Platform, { countLogin }: Metrics): Platform {
  const { audit } = platform;
  return {
    ...platform,
    audit: {
      async record(entry, tx) {
        await audit.record(entry, tx);
        if (entry.kind === "login") countLogin("ok");
        if (entry.kind === "login_failed") countLogin("failed");
      },
    },
  };
}

/** Adds the metrics of business and health to `/metrics`. Returns the observers of the order path. */
export function observeTrading(platform: Platform, { registry }: Metrics, closing: Closing): readonly OrderObserver[] {
  const { config, database, humanClock, isWorker, log } = platform;
  const facts = createOrderFacts();
  const { monotonic } = machineTime;
  const store = createFigureStore(database);
  serveFigures({ ...platform, monotonic, registry, facts, store, pools: database.pools });
  if (!isWorker) return [];
  if (config.tracing === null) return [facts];
  const { url, headers, ratio } = config.tracing;
  const traces = createTraceExport({
    store: createTracedEntryStore(database),
    collector: createOtlpCollector({ url, headers, log }),
    registry,
    ratio,
    humanClock,
    timers: realTimers,
    log,
  });
  closing.add("traces", traces.stop);
  return [facts, traces];
}
