import type { BrokerName } from "@vriddhi/core/broker/broker-name";

/** Where a broker answers that is one server, as a simulator is. Without a slash at the end. */
export interface BrokerPlace {
  readonly httpUrl: string;
  readonly wsUrl: string;
}

export type BrokerPlaces = Readonly<Record<BrokerName, BrokerPlace>>;
