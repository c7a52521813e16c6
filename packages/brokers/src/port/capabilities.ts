import type { BrokerName } from "@vriddhi/core/broker/broker-name";

/** Where brokers truly differ; callers and the conformance suite ask this and never a broker's name. */
export interface Capabilities {
  readonly broker: BrokerName;
  /** How a day begins: with a page for a person, or with what is stored. */
  readonly login: "page" | "stored" | "page_then_stored";
  readonly hasRefreshToken: boolean;
  readonly hasOrderPush: boolean;
  readonly canFindByTag: boolean;
  /** Null: none. */
  readonly modificationsMax: number | null;
  readonly takesAlgoId: boolean;
  readonly hasIoc: boolean;
  readonly namesIsin: boolean;
}
