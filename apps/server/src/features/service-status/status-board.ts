import { type PartStatus, serviceParts, withoutDatabase } from "@vriddhi/core/site/service-status";
import { type EpochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { type MarketStateName, marketStateAt } from "@vriddhi/core/time/market-state";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { withTimeout } from "../../platform/clock/with-timeout.ts";
import { isConnectionLost } from "../../platform/db/database-outage.ts";
import type { ServiceReport } from "./service-report.ts";
import type { Incident } from "./service-status.store.ts";

/** All visitors of a process share one read of this age. */
const FRESH_FOR_MS = 10 * SECOND_MS;
/** A visitor does not wait longer for a database that hangs. */
const READ_WITHIN_MS = 3 * SECOND_MS;

export interface ShownStatus {
  /** `null`: nothing was read since the process started. */
  readonly asOf: EpochMs | null;
  readonly market: MarketStateName;
  readonly parts: readonly PartStatus[];
  readonly incidents: readonly Incident[];
}

export interface StatusBoardDeps {
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  read(before: ServiceReport | null): Promise<ServiceReport>;
  readonly readWithinMs?: number;
}

const UNREAD = serviceParts.map(
  (part): PartStatus => ({ part, state: "unknown", faultSince: null, figures: {}, day: null }),
);

/** A part stays faulty until its incident is over. */
const withIncidents = ({ parts, incidents }: ServiceReport): readonly PartStatus[] =>
  parts.map((status) => {
    const open = incidents.find(({ part, endedAt }) => part === status.part && endedAt === null);
    return open === undefined ? status : { ...status, state: "fault", faultSince: open.beganAt };
  });

/** Reads only when a visitor asks, and answers from memory while the database is away. */
export function createStatusBoard(deps: StatusBoardDeps): () => Promise<ShownStatus> {
  const { humanClock, marketClock, calendar, read, readWithinMs = READ_WITHIN_MS } = deps;
  let last: ServiceReport | null = null;
  let readAt: EpochMs | null = null;
  let awaySince: EpochMs | null = null;
  /** A read that hangs is not begun a second time. */
  let pending: Promise<ServiceReport> | null = null;
  let refreshing: Promise<void> | null = null;

  async function refresh(): Promise<void> {
    pending ??= read(last).finally(() => {
      pending = null;
    });
    const report = await withTimeout(readWithinMs, pending).catch((cause: unknown) => {
      if (isConnectionLost(cause)) return "away" as const;
      throw cause;
    });
    readAt = humanClock.now();
    if (report === "late" || report === "away") {
      awaySince ??= marketClock.now();
      return;
    }
    last = report;
    awaySince = null;
  }

  function show(): ShownStatus {
    const market = marketStateAt(calendar, marketClock.now()).name;
    const shared = { asOf: last?.at ?? null, market };
    const incidents = last?.incidents ?? [];
    if (awaySince === null) return { ...shared, parts: last === null ? UNREAD : withIncidents(last), incidents };
    const outage: Incident = { part: "website", beganAt: awaySince, endedAt: null };
    return {
      ...shared,
      parts: withoutDatabase(last?.parts ?? UNREAD, awaySince),
      incidents: [outage, ...incidents.filter(({ part, endedAt }) => part !== "website" || endedAt !== null)],
    };
  }

  return async () => {
    if (readAt === null || humanClock.now() - readAt >= FRESH_FOR_MS) {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
    }
    return show();
  };
}
