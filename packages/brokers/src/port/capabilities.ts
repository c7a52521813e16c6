import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";

/** Differences between brokers; callers and the conformance suite read these and never the broker's name. */
export interface Capabilities {
  readonly broker: TradingBroker;
  /** How a day's login works: on a page by the user, or with stored credentials. */
  readonly login: "page" | "stored" | "page_then_stored";
  readonly hasRefreshToken: boolean;
  /** `null` for no limit. */
  readonly modificationsMax: number | null;
  /** Order calls carry the exchange's algorithm id. */
  readonly takesAlgoId: boolean;
  readonly requiresAlgoId: boolean;
  readonly hasIoc: boolean;
  /** A waiting stop may be changed into a limit order; otherwise it is cancelled and the rest is placed again. */
  readonly stopBecomesLimit: boolean;
  readonly namesIsin: boolean;
}
