import { type BrokerName, brokerNames, isBrokerName } from "./broker-name.ts";

/** Where an account can trade: at a broker, or on paper. Paper is no broker: it has no link, no login and no priority. */
export type TradingBroker = BrokerName | "paper";

export const tradingBrokers = [...brokerNames, "paper"] as const satisfies readonly TradingBroker[];

export const isTradingBroker = (text: string): text is TradingBroker => text === "paper" || isBrokerName(text);
