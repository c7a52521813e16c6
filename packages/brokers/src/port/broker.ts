import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { Capabilities } from "./capabilities.ts";
import type { OrderUpdates, QuoteStream } from "./feed.ts";
import type { CandleSource } from "./history.ts";
import type { LoginFlow } from "./login-flow.ts";
import type { OrderGateway } from "./order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "./portfolio-reader.ts";
import type { RateShape } from "./rate-shape.ts";
import type { Egress } from "./session.ts";

/** One broker, as the product sees it. */
export interface BrokerAdapter {
  readonly capabilities: Capabilities;
  readonly rates: RateShape;
  readonly login: LoginFlow;
  readonly orders: OrderGateway;
  readonly portfolio: PortfolioReader;
  readonly instruments: InstrumentSource;
  /** Left out where the broker sells no past prices with its API, or nobody here asks it for them. */
  readonly history?: CandleSource;
  /** The market's index, for feed and past prices; it cannot be traded. Left out where nobody here asks for it. */
  readonly index?: BrokerInstrument;
  readonly quotes: QuoteStream;
  readonly updates: OrderUpdates;
  /** Opens the account's own connections, for entries and for exits, before they are needed. */
  warm(egress: Egress): Promise<void>;
  /** Closes every connection and pool. */
  close(): Promise<void>;
}
