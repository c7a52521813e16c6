import type {
  BrokerFill,
  BrokerFunds,
  BrokerInstrument,
  BrokerOrder,
  BrokerPosition,
  OrderTag,
} from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import type { Book } from "./book.ts";
import type { ReadError } from "./broker-error.ts";
import type { AccountAccess } from "./order-gateway.ts";
import type { BrokerProfile } from "./session.ts";

/** A failed read is an error and never an empty list. */
export interface PortfolioReader {
  orders(access: AccountAccess): Promise<Result<Book<BrokerOrder>, ReadError>>;
  /** Today's orders with the tag, usually one; none in a complete book means that it is absent now. */
  ordersByTag(access: AccountAccess, tag: OrderTag): Promise<Result<Book<BrokerOrder>, ReadError>>;
  fills(access: AccountAccess): Promise<Result<Book<BrokerFill>, ReadError>>;
  positions(access: AccountAccess): Promise<Result<Book<BrokerPosition>, ReadError>>;
  funds(access: AccountAccess): Promise<Result<BrokerFunds, ReadError>>;
  profile(access: AccountAccess): Promise<Result<BrokerProfile, ReadError>>;
}

/** Kite and Angel One have no ISIN: theirs is empty, and the symbol identifies the share. */
export interface InstrumentSource {
  list(access: AccountAccess | null): Promise<Result<readonly BrokerInstrument[], ReadError>>;
}
