import type { AccountId } from "../allocation/account-id.ts";
import type { CloseReason, ExitCause } from "../exit/exit-model.ts";
import type { BrokerOrderId, OrderTag, Side } from "../order/order.ts";
import type { CommandAnswer, CommandVerdict } from "../order/order-command.ts";
import type { OrderEventKind, StuckReason } from "../order/order-event.ts";
import type { OrderLeg, OrderReason, OrderStatus } from "../order/order-state.ts";
import type { TransitionRefusal } from "../order/order-transition.ts";
import type { ApprovalAnswer } from "../risk/approval.ts";
import type { SkipReason } from "../risk/pre-trade.ts";
import type { Brand } from "../shared/brand.ts";
import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";

/** An entry and everything that closes it, identified by the entry's tag. */
export type PositionId = Brand<string, "PositionId">;

export const positionIdOf = (entry: OrderTag): PositionId => entry as string as PositionId;

export type BlockCause = "kill_switch" | "run_stopped" | "page_absent" | "operator";

/** Why a position is without its stop; only a part of it if `part_only`. */
export type NakedCause = "not_placed" | "not_answered" | "refused" | "taken_away" | "part_only";

interface OrderOfPosition {
  readonly tag: OrderTag;
  readonly positionId: PositionId;
  readonly isin: string;
  readonly leg: OrderLeg;
  readonly side: Side;
}

export type LedgerFact =
  | { readonly kind: "skipped"; readonly signalId: string; readonly reason: SkipReason }
  | (OrderOfPosition & {
      readonly kind: "order_planned";
      /** `null` for an exit, which answers a fill and not a signal. */
      readonly signalId: string | null;
      readonly quantity: number;
      readonly cause: ExitCause | "signal";
    })
  | { readonly kind: "approval_decided"; readonly tag: OrderTag; readonly answer: ApprovalAnswer }
  | {
      readonly kind: "order_moved";
      readonly tag: OrderTag;
      readonly n: number;
      readonly from: OrderStatus;
      readonly to: OrderStatus;
      readonly reason: OrderReason | null;
    }
  /** An impossible report about the order, such as a second order with its tag. */
  | {
      readonly kind: "order_contradicted";
      readonly tag: OrderTag;
      readonly event: OrderEventKind;
      readonly refusal: TransitionRefusal;
    }
  | { readonly kind: "order_late"; readonly tag: OrderTag; readonly filled: number }
  | {
      readonly kind: "command_sent";
      readonly tag: OrderTag;
      readonly n: number;
      readonly command: "modify" | "cancel";
      readonly cause: ExitCause | "entry_remainder" | "blocked";
    }
  | {
      readonly kind: "command_judged";
      readonly tag: OrderTag;
      readonly n: number;
      readonly answer: CommandAnswer;
      readonly verdict: Exclude<CommandVerdict, "open">;
    }
  /** A fill in the order book at a rounded average: counts as long as the exact fills are unknown. */
  | (OrderOfPosition & { readonly kind: "fill_seen"; readonly quantity: number; readonly averagePrice: Paise })
  /** Exact, identified by the broker's number. */
  | (OrderOfPosition & {
      readonly kind: "fill";
      readonly fillId: string;
      readonly quantity: number;
      readonly price: Paise;
    })
  /** The user closed a part manually; its price is unknown. */
  | {
      readonly kind: "closed_outside";
      readonly positionId: PositionId;
      readonly isin: string;
      readonly side: Side;
      readonly quantity: number;
      readonly estimatedPrice: Paise;
      readonly provedAt: EpochMs;
    }
  /** The broker closed what was handed over to it: a fill of its order, which ends our position. */
  | {
      readonly kind: "closed_by_broker";
      readonly positionId: PositionId;
      readonly isin: string;
      readonly side: Side;
      readonly orderId: BrokerOrderId;
      readonly fillId: string;
      /** Our part of the fill. */
      readonly quantity: number;
      readonly price: Paise;
    }
  | { readonly kind: "position_closing"; readonly positionId: PositionId; readonly reason: CloseReason }
  | {
      readonly kind: "position_naked";
      readonly positionId: PositionId;
      readonly quantity: number;
      readonly since: EpochMs;
      readonly cause: NakedCause;
    }
  | { readonly kind: "position_stuck"; readonly positionId: PositionId; readonly reason: StuckReason }
  | { readonly kind: "position_handed_over"; readonly positionId: PositionId; readonly quantity: number }
  | { readonly kind: "position_flat"; readonly positionId: PositionId }
  | { readonly kind: "daily_stop_hit"; readonly result: Paise; readonly limit: Paise }
  | { readonly kind: "blocked"; readonly cause: BlockCause; readonly epoch: number }
  | { readonly kind: "unblocked"; readonly epoch: number }
  | { readonly kind: "session_lost"; readonly lostAt: EpochMs }
  | { readonly kind: "broker_differs"; readonly isin: string; readonly ours: number; readonly brokers: number }
  | { readonly kind: "day_closed"; readonly gross: Paise; readonly charges: Paise; readonly net: Paise };

export type LedgerEventKind = LedgerFact["kind"];

export interface LedgerEvent {
  readonly accountId: AccountId;
  readonly day: IstDate;
  /** When it was written, human clock. */
  readonly at: EpochMs;
  readonly fact: LedgerFact;
}

type FactOf<K extends LedgerEventKind> = Extract<LedgerFact, { readonly kind: K }>;
type KeyParts = { readonly [K in LedgerEventKind]: (fact: FactOf<K>) => readonly (string | number)[] };

const keyParts: KeyParts = {
  skipped: ({ signalId }) => [signalId],
  order_planned: ({ tag }) => [tag],
  approval_decided: ({ tag }) => [tag],
  order_moved: ({ tag, n }) => [tag, n],
  order_contradicted: ({ tag, event, refusal }) => [tag, event, refusal],
  order_late: ({ tag, filled }) => [tag, filled],
  command_sent: ({ tag, n }) => [tag, n],
  command_judged: ({ tag, n }) => [tag, n],
  fill_seen: ({ tag, quantity, averagePrice }) => [tag, quantity, averagePrice],
  fill: ({ tag, fillId }) => [tag, fillId],
  closed_outside: ({ positionId, provedAt }) => [positionId, provedAt],
  closed_by_broker: ({ positionId, fillId }) => [positionId, fillId],
  position_closing: ({ positionId, reason }) => [positionId, reason],
  position_naked: ({ positionId, since }) => [positionId, since],
  position_stuck: ({ positionId, reason }) => [positionId, reason],
  position_handed_over: ({ positionId }) => [positionId],
  position_flat: ({ positionId }) => [positionId],
  daily_stop_hit: () => [],
  blocked: ({ epoch }) => [epoch],
  unblocked: ({ epoch }) => [epoch],
  session_lost: ({ lostAt }) => [lostAt],
  broker_differs: ({ isin, ours, brokers }) => [isin, ours, brokers],
  day_closed: () => [],
};

export function factKey(fact: LedgerFact): string {
  const parts = keyParts[fact.kind] as (fact: LedgerFact) => readonly (string | number)[];
  let key: string = fact.kind;
  for (const part of parts(fact)) key += `:${part}`;
  return key;
}

export const ledgerKey = ({ accountId, day, fact }: LedgerEvent): string => `${accountId}:${day}:${factKey(fact)}`;

export type AlertLevel = "none" | "notice" | "urgent";

const alerts: Partial<Readonly<Record<LedgerEventKind, AlertLevel>>> = {
  order_contradicted: "urgent",
  order_late: "urgent",
  position_naked: "urgent",
  position_stuck: "urgent",
  position_handed_over: "urgent",
  broker_differs: "urgent",
  session_lost: "urgent",
  daily_stop_hit: "notice",
  closed_outside: "notice",
  blocked: "notice",
};

/** Alerts derive from ledger events only. */
export const alertOf = ({ fact }: LedgerEvent): AlertLevel => alerts[fact.kind] ?? "none";
