import { accountId } from "@vriddhi/core/allocation/account-id";
import {
  alertOf,
  factKey,
  type LedgerEvent,
  type LedgerFact,
  type PositionId,
} from "@vriddhi/core/ledger/ledger-event";
import { type CompactState, compactState, wholeState } from "@vriddhi/core/order/compact-state";
import type { BrokerInstrument, OrderTag, Pricing } from "@vriddhi/core/order/order";
import type { OrderCommand } from "@vriddhi/core/order/order-command";
import { isOrderFinal, type OrderState } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { EntryTerms, StoredCommand, StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { fromTimestamp, toTimestamp } from "../../platform/db/instant.ts";
import { RowColumns } from "./row-columns.ts";

export const INTENT_COLUMNS =
  "tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing, cause, authority, stop_paise, target_paise, valid_until, status, is_final, has_fills, state, version, planned_at";

export const INTENT_TYPES =
  "tag text, trading_day date, account_id text, bucket smallint, position_id text, signal_id text, n int, leg text, side text, instrument jsonb, pricing jsonb, cause text, authority text, stop_paise bigint, target_paise bigint, valid_until timestamptz, status text, is_final boolean, has_fills boolean, state jsonb, version int, planned_at timestamptz";

export const COMMAND_COLUMNS = "c.tag, c.n, c.kind, c.quantity, c.pricing, c.sent_at, c.answer";

export const EVENT_COLUMNS = "trading_day, account_id, at, kind, tag, key, fact, alert";

export const EVENT_TYPES =
  "trading_day date, account_id text, at timestamptz, kind text, tag text, key text, fact jsonb, alert text";

export const eventColumns = (owner: string): RowColumns => new RowColumns(`${owner}, ${EVENT_TYPES}`);

/** Appends the `events` that `where` selects (as `said`), and their alerts to the outbox. Existing events stay. */
export const appendEvents = (events: string, where: string): string => `told AS (
      INSERT INTO ledger (${EVENT_COLUMNS})
      SELECT ${EVENT_COLUMNS} FROM ${events} AS said
      WHERE ${where} ON CONFLICT DO NOTHING RETURNING id, trading_day, account_id, key, fact, alert
    ),
    alerted AS (
      INSERT INTO order_alert (ledger_id, trading_day, account_id, key, fact, alert)
      SELECT id, trading_day, account_id, key, fact, alert FROM told WHERE alert IS NOT NULL
    )`;

export interface IntentRow {
  readonly tag: string;
  readonly trading_day: string;
  readonly account_id: string;
  readonly position_id: string;
  readonly signal_id: string;
  readonly n: number;
  readonly leg: StoredOrder["leg"];
  readonly side: StoredOrder["side"];
  readonly instrument: BrokerInstrument;
  readonly pricing: Pricing;
  readonly cause: StoredOrder["cause"];
  readonly authority: EntryTerms["authority"] | null;
  readonly stop_paise: number | null;
  readonly target_paise: number | null;
  readonly valid_until: string | null;
  readonly state: CompactState;
  readonly version: number;
  readonly planned_at: string;
}

export const stateColumns = (state: OrderState) => ({
  status: state.status,
  is_final: isOrderFinal(state.status),
  has_fills: state.filled > 0,
  state: compactState(state),
});

export const intentRow = (order: StoredOrder) => ({
  tag: order.tag,
  trading_day: order.day,
  account_id: order.accountId,
  bucket: bucketOf(order.accountId),
  position_id: order.positionId,
  signal_id: order.signalId,
  n: order.n,
  leg: order.leg,
  side: order.side,
  instrument: order.instrument,
  pricing: order.pricing,
  cause: order.cause,
  authority: order.entry?.authority ?? null,
  stop_paise: order.entry?.stop ?? null,
  target_paise: order.entry?.target ?? null,
  valid_until: order.entry === null ? null : toTimestamp(order.entry.validUntil),
  ...stateColumns(order.state),
  version: order.version,
  planned_at: toTimestamp(order.plannedAt),
});

function entryOf(row: IntentRow): EntryTerms | null {
  const { authority, stop_paise, target_paise, valid_until } = row;
  if (authority === null || stop_paise === null || valid_until === null) return null;
  const target = target_paise === null ? null : paise(target_paise);
  return { authority, stop: paise(stop_paise), target, validUntil: fromTimestamp(valid_until) };
}

export const orderOf = (row: IntentRow): StoredOrder => ({
  tag: row.tag as OrderTag,
  day: istDate(row.trading_day),
  accountId: accountId(row.account_id),
  positionId: row.position_id as PositionId,
  signalId: row.signal_id,
  n: row.n,
  leg: row.leg,
  side: row.side,
  instrument: row.instrument,
  pricing: row.pricing,
  cause: row.cause,
  entry: entryOf(row),
  state: wholeState(row.state),
  version: row.version,
  plannedAt: fromTimestamp(row.planned_at),
});

export interface EventRow {
  readonly id: number;
  readonly trading_day: string;
  readonly account_id: string;
  readonly at: string;
  readonly fact: LedgerFact;
}

export const eventRow = (event: LedgerEvent) => ({
  trading_day: event.day,
  account_id: event.accountId,
  at: toTimestamp(event.at),
  kind: event.fact.kind,
  tag: "tag" in event.fact ? event.fact.tag : undefined,
  // Account and day have columns of their own.
  key: factKey(event.fact),
  fact: event.fact,
  alert: levelOf(event) ?? undefined,
});

/** Facts that are worth knowing although nothing is wrong: a fill, a closed position, the end of the day. */
function isNews(fact: LedgerFact): boolean {
  if (fact.kind === "order_moved")
    return fact.to === "filled" || (fact.to === "cancelled" && fact.from === "partly_filled");
  return fact.kind === "position_flat" || fact.kind === "day_closed";
}

function levelOf(event: LedgerEvent): "notice" | "urgent" | null {
  const level = alertOf(event);
  if (level !== "none") return level;
  return isNews(event.fact) ? "notice" : null;
}

export const eventOf = (row: EventRow): LedgerEvent => ({
  accountId: accountId(row.account_id),
  day: istDate(row.trading_day),
  at: fromTimestamp(row.at),
  fact: row.fact,
});

export interface CommandRow {
  readonly tag: string;
  readonly n: number;
  readonly kind: OrderCommand["kind"];
  readonly quantity: number | null;
  readonly pricing: Pricing | null;
  readonly sent_at: string;
  readonly answer: OrderCommand["answer"];
  readonly verdict: StoredCommand["verdict"];
}

export function commandOf(row: CommandRow): StoredCommand {
  const { n, answer, quantity, pricing } = row;
  const sentAt = fromTimestamp(row.sent_at);
  const isModify = row.kind === "modify" && quantity !== null && pricing !== null;
  const command: OrderCommand = isModify
    ? { kind: "modify", n, sentAt, answer, quantity, pricing }
    : { kind: "cancel", n, sentAt, answer };
  return { tag: row.tag as OrderTag, command, verdict: row.verdict };
}
