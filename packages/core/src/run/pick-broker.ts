import { type BrokerName, brokerNames } from "../broker/broker-name.ts";

/** B7.14: a call without a broker means the first that fits. */
export const firstBroker = (fits: (broker: BrokerName) => boolean): BrokerName | null => brokerNames.find(fits) ?? null;
