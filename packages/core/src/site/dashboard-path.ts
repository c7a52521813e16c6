import { type BrokerName, brokerNames, brokerTraits } from "../broker/broker-name.ts";
import { recordOf } from "../shared/record-of.ts";

/** Addresses within the site that the server uses too: in messages, and as the next action of a reason. */
export const connectionPaths: Readonly<Record<BrokerName, `/${string}`>> = recordOf(
  brokerNames,
  (broker) => `/algorithm/dashboard/${brokerTraits[broker].connectionTab}` as const,
);

export const tradingPaths: Readonly<Record<BrokerName, `/${string}`>> = recordOf(
  brokerNames,
  (broker) => `/algorithm/dashboard/${brokerTraits[broker].tradingTab}` as const,
);

export const plansPath = "/subscription-plans";

export const SETTINGS_PATH = "/algorithm/dashboard/Settings";
export const SUBSCRIPTION_PATH = "/algorithm/dashboard/Subscription";

export const TODAY_PATH = "/algorithm/dashboard/Today";
