import { followersOf } from "@vriddhi/core/broker/strategy-feed";
import { err, ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { AccountOutcome, SignalReportStore, SignalSummary } from "./signal-report.store.ts";
import { summarise } from "./signal-summary.ts";

const instantOrNull = (at: EpochMs | null): string | null => (at === null ? null : toTimestamp(at));

const summaryToWire = (summary: SignalSummary) => ({
  accounts: summary.accounts,
  orders: summary.orders,
  skipped: summary.skipped,
  without_outcome: summary.withoutOutcome,
  first_sent_at: instantOrNull(summary.firstSentAt),
  last_sent_at: instantOrNull(summary.lastSentAt),
  spread_ms:
    summary.firstSentAt === null || summary.lastSentAt === null ? null : summary.lastSentAt - summary.firstSentAt,
  filled_accounts: summary.filledAccounts,
  filled_quantity: summary.filledQuantity,
  best_price_paise: summary.bestPrice,
  worst_price_paise: summary.worstPrice,
  mean_price_paise: summary.meanPrice,
  price_deviation_paise: summary.priceDeviation,
  reasons: [...summary.reasons],
});

const outcomeToWire = (outcome: AccountOutcome) => ({
  account_id: outcome.accountId,
  broker: outcome.broker,
  outcome: outcome.outcome,
  reason: outcome.reason,
  status: outcome.status,
  quantity: outcome.quantity,
  filled: outcome.filled,
  average_price_paise: outcome.averagePrice,
  sent_at: instantOrNull(outcome.sentAt),
});

export const signalReportHandlers = (store: SignalReportStore): Handlers<"readSignalReport"> => ({
  async readSignalReport({ params }) {
    const signal = await store.find(params.id);
    if (signal === null) return err("not_found");
    const outcomes = await store.listOutcomes(signal, followersOf(signal.strategy));
    const live = summarise(outcomes, signal.side);
    // The trace is deleted: the stored summary has the times.
    const summary = live.firstSentAt === null ? ((await store.findSummary(signal.id)) ?? live) : live;
    const { id, strategy, day, symbol, side, pricePaise, madeAt, validUntil, sentence } = signal;
    return ok({
      signal: {
        id,
        desk: strategy,
        trading_day: day,
        symbol,
        side,
        price_paise: pricePaise,
        sentence,
        made_at: toTimestamp(madeAt),
        valid_until: toTimestamp(validUntil),
      },
      summary: summaryToWire(summary),
      outcomes: outcomes.map(outcomeToWire),
    });
  },
});
