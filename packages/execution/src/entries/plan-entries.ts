import type { EntryIntent } from "@vriddhi/core/allocation/fan-out";
import { type LedgerEvent, positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import { type BrokerInstrument, ORDER_TAG_BYTES, orderTagFrom } from "@vriddhi/core/order/order";
import { newOrder } from "@vriddhi/core/order/order-state";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import type { Random } from "@vriddhi/core/shared/random";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { EntryPlan } from "../executor-model.ts";
import type { StoredOrder } from "../ports/stored-order.ts";

export interface PlannedEntry {
  readonly order: StoredOrder;
  readonly event: LedgerEvent;
}

/** An entry's inputs before it is built, so that the first wave does not wait for all of them. */
export interface WantedEntry {
  readonly intent: EntryIntent;
  readonly instrument: BrokerInstrument;
}

export interface SortedOutcomes {
  readonly wanted: readonly WantedEntry[];
  readonly skips: readonly LedgerEvent[];
}

interface Moment {
  readonly day: IstDate;
  readonly now: EpochMs;
}

export function toEntry(
  { signal }: Pick<EntryPlan, "signal">,
  { intent, instrument }: WantedEntry,
  random: Pick<Random, "bytes">,
  { day, now }: Moment,
): PlannedEntry {
  const tag = orderTagFrom(random.bytes(ORDER_TAG_BYTES));
  const positionId = positionIdOf(tag);
  const { accountId, signalId, side, quantity, limit, stop, target, validUntil } = intent;
  const order: StoredOrder = {
    tag,
    day,
    accountId,
    positionId,
    signalId,
    n: 0,
    leg: "entry",
    side,
    instrument,
    pricing: { kind: "limit", limit },
    cause: "signal",
    entry: { authority: signal.authority, stop, target, validUntil },
    state: newOrder({ leg: "entry", quantity, status: intent.needsApproval ? "planned" : "sending" }),
    version: 1,
    plannedAt: now,
  };
  const { isin } = instrument;
  const fact = { tag, positionId, isin, leg: "entry", side, signalId, quantity, cause: "signal" } as const;
  return { order, event: { accountId, day, at: now, fact: { kind: "order_planned", ...fact } } };
}

const toSkip = (accountId: EntryIntent["accountId"], signalId: string, reason: SkipReason, { day, now }: Moment) => ({
  accountId,
  day,
  at: now,
  fact: { kind: "skipped" as const, signalId, reason },
});

/** The outcomes of a signal: exactly one entry or one reason per account. */
export function sortOutcomes(plan: EntryPlan, moment: Moment): SortedOutcomes {
  const wanted: WantedEntry[] = [];
  const skips: LedgerEvent[] = [];
  for (const outcome of plan.outcomes) {
    const { accountId, signalId } = outcome;
    const instrument = plan.instrumentOf(accountId);
    if (outcome.kind === "skip") skips.push(toSkip(accountId, signalId, outcome.reason, moment));
    else if (instrument === null) skips.push(toSkip(accountId, signalId, "instrument_missing", moment));
    else wanted.push({ intent: outcome, instrument });
  }
  return { wanted, skips };
}
