import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { Capabilities } from "./capabilities.ts";
import type { OrderUpdates, QuoteStream } from "./feed.ts";
import type { CandleSource } from "./history.ts";
import type { LoginFlow } from "./login-flow.ts";
import type { OrderGateway } from "./order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "./portfolio-reader.ts";
import type { RateShape } from "./rate-shape.ts";
import type { Egress } from "./session.ts";

export interface BrokerAdapter {
  readonly capabilities: Capabilities;
  readonly rates: RateShape;
  readonly login: LoginFlow;
  readonly orders: OrderGateway;
  readonly portfolio: PortfolioReader;
  readonly instruments: InstrumentSource;
  /** Left out where the broker's API has no past prices or the product does not read them. */
  readonly history?: CandleSource;
  /** The market index, for feed and past prices; not tradable. Left out where it is not used. */
  readonly index?: BrokerInstrument;
  readonly quotes: QuoteStream;
  readonly updates: OrderUpdates;
  /** Opens the account's own connections ahead of orders. */
  warm(egress: Egress): Promise<void>;
  close(): Promise<void>;
}
