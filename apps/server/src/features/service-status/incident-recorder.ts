import { type SeenPart, type ServicePart, UNSEEN, watchPart } from "@vriddhi/core/site/service-status";
import { type HumanClock, later, type MarketClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Logger } from "../../platform/log/logger.ts";
import type { ServiceReport } from "./service-report.ts";
import type { ServiceStatusStore } from "./service-status.store.ts";

export const RECORD_EVERY_MS = 10 * SECOND_MS;
/** A pause of the process is not time that it watched. */
const WATCHED_MAX_MS = RECORD_EVERY_MS + 5 * SECOND_MS;
/** The morning's first step. */
const FROM = istMinute(8, 0);
/** After the close, for incidents that end with it. */
const AFTER_CLOSE_MS = 10 * MINUTE_MS;

export interface IncidentRecorderDeps {
  readonly store: Pick<ServiceStatusStore, "open" | "close">;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  readonly log: Logger;
  read(before: ServiceReport | null): Promise<ServiceReport>;
}

/**
 * One turn of the process that leads the feeds. Incidents in progress are rows, so that a new leader continues them;
 * what lasts less than a minute is in memory only. Outside trading hours it reads nothing, unless one is in progress.
 */
export function createIncidentRecorder(deps: IncidentRecorderDeps): () => Promise<void> {
  const { store, humanClock, marketClock, calendar, log, read } = deps;
  const look = () => ({ human: humanClock.now(), market: marketClock.now() });
  const seen = new Map<ServicePart, SeenPart>();
  let before: ServiceReport | null = null;
  let watchedMs = 0;
  let looked = look();

  function isTradingTime(): boolean {
    const now = marketClock.now();
    const day = istDateOf(now);
    const { close } = calendar.sessionOf(day);
    if (!isTradingDay(calendar, day) || close === null) return false;
    return now >= istInstant(day, FROM) && now < later(istInstant(day, close), AFTER_CLOSE_MS);
  }

  async function record({ at, parts, incidents }: ServiceReport): Promise<void> {
    for (const { part, faultSince } of parts) {
      const isOpen = incidents.some((incident) => incident.part === part && incident.endedAt === null);
      const step = watchPart(seen.get(part) ?? UNSEEN, isOpen, faultSince, { at, watchedMs });
      if (step.change !== null) {
        await store[step.change.kind](part, step.change.at);
        log.info({ part, change: step.change.kind }, "service status: incident recorded");
      }
      seen.set(part, step.seen);
    }
  }

  return async () => {
    const now = look();
    const isHeld = now.market === looked.market;
    watchedMs += Math.max(0, Math.min(now.human - looked.human, now.market - looked.market, WATCHED_MAX_MS));
    looked = now;
    // A simulated clock that is held: no fault gets older.
    if (isHeld) return;
    const hasOpen = before === null || before.incidents.some(({ endedAt }) => endedAt === null);
    if (!hasOpen && !isTradingTime()) return;
    const report = await read(before);
    before = report;
    await record(report);
  };
}
