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

export interface EntryTerms {
  readonly authority: EntryAuthority;
  readonly stop: Paise;
  readonly target: Paise | null;
  /** Human clock: no byte leaves after it. */
  readonly validUntil: EpochMs;
}

export interface StoredOrder {
  readonly tag: OrderTag;
  readonly day: IstDate;
  readonly accountId: AccountId;
  /** The tag of the position's entry; an entry names itself. */
  readonly positionId: PositionId;
  /** The signal of the position's entry. Unique with `n` per account and day. */
  readonly signalId: string;
  /** 0 is the entry; exits count from 1 in creation order. */
  readonly n: number;
  readonly leg: OrderLeg;
  readonly side: Side;
  readonly instrument: BrokerInstrument;
  /** As sent, or as changed by the last command that the book has shown. */
  readonly pricing: Pricing;
  readonly cause: ExitCause | "signal";
  /** `null` for exits. */
  readonly entry: EntryTerms | null;
  readonly state: OrderState;
  /** Rises with every change; an update names the version that it read. */
  readonly version: number;
  /** Human clock. */
  readonly plannedAt: EpochMs;
}

/** A stored modification or cancellation: committed before it is sent, judged by the book. */
export interface StoredCommand {
  readonly tag: OrderTag;
  readonly command: OrderCommand;
  readonly verdict: "open" | "done" | "over" | "not_done";
}
