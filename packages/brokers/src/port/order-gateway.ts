import type { BrokerOrderId, OrderCancel, OrderChange, OrderTicket } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { BrokerError } from "./broker-error.ts";
import type { BrokerSession, Egress } from "./session.ts";

/** The account a call is made for. */
export interface AccountAccess {
  readonly session: BrokerSession;
  readonly egress: Egress;
}

/** One method is one HTTP call; nothing here retries, waits or looks anything up. */
export interface OrderGateway {
  /** Ok means that the broker has taken it, not that it is in the market. */
  place(access: AccountAccess, ticket: OrderTicket): Promise<Result<BrokerOrderId, BrokerError>>;
  modify(access: AccountAccess, change: OrderChange): Promise<Result<null, BrokerError>>;
  cancel(access: AccountAccess, cancel: OrderCancel): Promise<Result<null, BrokerError>>;
}
