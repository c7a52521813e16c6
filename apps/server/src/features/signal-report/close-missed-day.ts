import { followersOf } from "@vriddhi/core/broker/strategy-feed";
import { type HumanClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Logger } from "../../platform/log/logger.ts";
import type { ReportedSignal, SignalReportStore } from "./signal-report.store.ts";
import { summarise } from "./signal-summary.ts";

/** This long after its end no worker can plan a signal any more, however slow. */
const SURELY_OVER_MS = MINUTE_MS;

export interface CloseMissedDayDeps {
  readonly store: SignalReportStore;
  readonly clock: HumanClock;
  readonly log: Logger;
}

/** Skips accounts that no worker planned and stores each signal's summary; `true` when nothing is left. */
export function createCloseMissedDay({ store, clock, log }: CloseMissedDayDeps): (until: IstDate) => Promise<boolean> {
  async function putAway(signal: ReportedSignal): Promise<boolean> {
    const [brokers, now] = [followersOf(signal.strategy), clock.now()];
    if (now >= signal.validUntil + SURELY_OVER_MS) {
      const skipped = await store.skipMissing(signal, brokers, now);
      if (skipped > 0)
        log.warn({ signalId: signal.id, skipped }, "signal report: unplanned accounts recorded as skipped");
    }
    const summary = summarise(await store.listOutcomes(signal, brokers), signal.side);
    if (summary.withoutOutcome > 0) return false;
    await store.keepSummary(signal.id, summary, now);
    return true;
  }

  return async (until) => {
    let isAll = true;
    for (const signal of await store.listUnsummarised(until)) isAll = (await putAway(signal)) && isAll;
    return isAll;
  };
}
