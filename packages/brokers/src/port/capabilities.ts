import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";

/** Where brokers truly differ; callers and the conformance suite ask this and never a broker's name. */
export interface Capabilities {
  readonly broker: TradingBroker;
  /** How a day begins: with a page for a person, or with what is stored. */
  readonly login: "page" | "stored" | "page_then_stored";
  readonly hasRefreshToken: boolean;
  /** Null: none. */
  readonly modificationsMax: number | null;
  /** An order call has a place for the exchange's number of the algorithm. */
  readonly takesAlgoId: boolean;
  /** Orders without that number are refused. */
  readonly requiresAlgoId: boolean;
  readonly hasIoc: boolean;
  /** A waiting stop may be changed into a limit order; else it is cancelled and what is left is placed anew. */
  readonly stopBecomesLimit: boolean;
  readonly namesIsin: boolean;
}
