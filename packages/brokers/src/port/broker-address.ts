import type { BrokerName } from "@vriddhi/core/broker/broker-name";

/** Address of a broker that is one server, as a simulator is. Without a trailing slash. */
export interface BrokerAddress {
  readonly httpUrl: string;
  readonly wsUrl: string;
}

export type BrokerAddresses = Readonly<Record<BrokerName, BrokerAddress>>;
