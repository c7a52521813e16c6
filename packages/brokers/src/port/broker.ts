import type { Capabilities } from "./capabilities.ts";
import type { OrderUpdates, QuoteStream } from "./feed.ts";
import type { LoginFlow } from "./login-flow.ts";
import type { OrderGateway } from "./order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "./portfolio-reader.ts";
import type { RateShape } from "./rate-shape.ts";

/** One broker, as the product sees it. */
export interface BrokerAdapter {
  readonly capabilities: Capabilities;
  readonly rates: RateShape;
  readonly login: LoginFlow;
  readonly orders: OrderGateway;
  readonly portfolio: PortfolioReader;
  readonly instruments: InstrumentSource;
  readonly quotes: QuoteStream;
  /** Null: orders are polled. */
  readonly updates: OrderUpdates | null;
  /** Opens the account's own connection before it is needed. */
  warm(egress: { readonly localAddress: string | null; readonly proxyUrl: string | null }): Promise<void>;
  /** Connections and pools end. */
  close(): Promise<void>;
}
