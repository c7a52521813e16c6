import { assessService, type PartStatus, type ServiceFacts } from "@vriddhi/core/site/service-status";
import { DAY_MS, type EpochMs, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import { marketStateAt } from "@vriddhi/core/time/market-state";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Incident, ServiceStatusStore } from "./service-status.store.ts";

const INCIDENTS_KEPT_MS = 30 * DAY_MS;

export interface ServiceReport {
  /** Market clock. */
  readonly at: EpochMs;
  readonly facts: ServiceFacts;
  readonly parts: readonly PartStatus[];
  readonly incidents: readonly Incident[];
}

export interface ServiceReportDeps {
  readonly store: Pick<ServiceStatusStore, "readFacts" | "listIncidents">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
}

export const createServiceReport =
  ({ store, humanClock, marketClock, calendar }: ServiceReportDeps) =>
  async (before: ServiceReport | null): Promise<ServiceReport> => {
    const at = marketClock.now();
    const market = marketStateAt(calendar, at);
    const stored = await store.readFacts(market.day, humanClock.now());
    const facts = { ...stored, at, market, speed: marketClock.speed?.() ?? 1 };
    const incidents = await store.listIncidents(later(at, -INCIDENTS_KEPT_MS));
    return { at, facts, parts: assessService(facts, before?.facts), incidents };
  };
