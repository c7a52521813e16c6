import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { ExitCause } from "@vriddhi/core/exit/exit-model";
import type { PositionId } from "@vriddhi/core/ledger/ledger-event";
import type { BrokerInstrument, OrderTag, Pricing, Side } from "@vriddhi/core/order/order";
import type { OrderCommand } from "@vriddhi/core/order/order-command";
import type { OrderLeg, OrderState } from "@vriddhi/core/order/order-state";
import type { EntryAuthority } from "@vriddhi/core/risk/pre-trade";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

/** What only an entry has. */
export interface EntryTerms {
  readonly authority: EntryAuthority;
  readonly stop: Paise;
  readonly target: Paise | null;
  /** Human clock: not one byte leaves after it. */
  readonly validUntil: EpochMs;
}

/** An intent as it stands in the store: an order from the decision to its end. */
export interface StoredOrder {
  readonly tag: OrderTag;
  readonly day: IstDate;
  readonly accountId: AccountId;
  /** The entry's tag, for the entry itself too. */
  readonly positionId: PositionId;
  /** The signal of the position's entry. With `n` it is unique in an account and day. */
  readonly signalId: string;
  /** 0 is the entry; exits count from 1 in the order in which they were made. */
  readonly n: number;
  readonly leg: OrderLeg;
  readonly side: Side;
  /** As the account's broker names the share on that day. */
  readonly instrument: BrokerInstrument;
  /** As it was sent, or as the last command that the book has shown made it. */
  readonly pricing: Pricing;
  readonly cause: ExitCause | "signal";
  /** Null for exits. */
  readonly entry: EntryTerms | null;
  readonly state: OrderState;
  /** Rises with every change: a change names the version that it saw. */
  readonly version: number;
  /** Human clock. */
  readonly plannedAt: EpochMs;
}

/** A modification or cancellation as stored: committed before it is sent, judged by the book. */
export interface StoredCommand {
  readonly tag: OrderTag;
  readonly command: OrderCommand;
  readonly verdict: "open" | "done" | "over" | "not_done";
}
