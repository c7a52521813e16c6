import type { BrokerOrderId, OrderCancel, OrderChange, OrderTicket } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { OrderError } from "./broker-error.ts";
import type { BrokerSession, Egress } from "./session.ts";

export interface AccountAccess {
  readonly session: BrokerSession;
  readonly egress: Egress;
  /** The exchange's algorithm id, set by the operator; sent where the broker takes one. */
  readonly algoId: string | null;
}

export interface Sending {
  /** Entries and exits have separate connections (bulkhead): no exit waits behind a hung entry. */
  readonly lane: "entry" | "exit";
  /** Human clock: no byte leaves after this instant. `null` for no deadline. */
  readonly notAfter: EpochMs | null;
  /** Aborts: before the first byte nothing is sent, afterwards the outcome is unknown. */
  readonly signal?: AbortSignal;
}

/** One method is one HTTP call without retries, waiting or look-ups. */
export interface OrderGateway {
  /** Ok means accepted by the broker, not live in the market. */
  place(access: AccountAccess, ticket: OrderTicket, sending: Sending): Promise<Result<BrokerOrderId, OrderError>>;
  modify(access: AccountAccess, change: OrderChange, sending: Sending): Promise<Result<null, OrderError>>;
  cancel(access: AccountAccess, cancel: OrderCancel, sending: Sending): Promise<Result<null, OrderError>>;
}
