import type { BrokerFill, BrokerFunds, BrokerInstrument, BrokerOrder, BrokerPosition } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { BrokerError } from "./broker-error.ts";
import type { AccountAccess } from "./order-gateway.ts";
import type { BrokerProfile } from "./session.ts";

/** What the broker says of an account. A failed read is an error and never an empty list. */
export interface PortfolioReader {
  orders(access: AccountAccess): Promise<Result<readonly BrokerOrder[], BrokerError>>;
  /** Today's orders that carry the tag; one is the rule, none means that it is not there now. */
  ordersByTag(access: AccountAccess, tag: string): Promise<Result<readonly BrokerOrder[], BrokerError>>;
  fills(access: AccountAccess): Promise<Result<readonly BrokerFill[], BrokerError>>;
  positions(access: AccountAccess): Promise<Result<readonly BrokerPosition[], BrokerError>>;
  funds(access: AccountAccess): Promise<Result<BrokerFunds, BrokerError>>;
  profile(access: AccountAccess): Promise<Result<BrokerProfile, BrokerError>>;
}

/** The broker's list of NSE shares. Kite and Angel One name no ISIN: theirs is empty and is found by the symbol. */
export interface InstrumentSource {
  list(access: AccountAccess | null): Promise<Result<readonly BrokerInstrument[], BrokerError>>;
}
