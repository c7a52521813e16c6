import type { BrokerOrderId, OrderCancel, OrderChange, OrderTicket } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { OrderError } from "./broker-error.ts";
import type { BrokerSession, Egress } from "./session.ts";

/** The account a call is made for. */
export interface AccountAccess {
  readonly session: BrokerSession;
  readonly egress: Egress;
  /** The exchange's number of the algorithm, set by the operator; sent where the broker takes one. */
  readonly algoId: string | null;
}

/** How a call leaves. */
export interface Sending {
  /** Entries and exits have connections of their own: no exit waits behind a hung entry. */
  readonly lane: "entry" | "exit";
  /** On the human clock: after this instant not one byte leaves. Null: whenever it can. */
  readonly notAfter: EpochMs | null;
  /** Gives up: before the first byte nothing is sent, afterwards the outcome is unknown. */
  readonly signal?: AbortSignal;
}

/** One method is one HTTP call; nothing here retries, waits or looks anything up. */
export interface OrderGateway {
  /** Ok means that the broker has taken it, not that it is in the market. */
  place(access: AccountAccess, ticket: OrderTicket, sending: Sending): Promise<Result<BrokerOrderId, OrderError>>;
  modify(access: AccountAccess, change: OrderChange, sending: Sending): Promise<Result<null, OrderError>>;
  cancel(access: AccountAccess, cancel: OrderCancel, sending: Sending): Promise<Result<null, OrderError>>;
}
