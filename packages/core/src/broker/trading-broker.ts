import { type BrokerName, brokerNames, isBrokerName } from "./broker-name.ts";

/** Where an account trades: at a broker, or on paper. Paper has no link, login or priority. */
export type TradingBroker = BrokerName | "paper";

export const tradingBrokers = [...brokerNames, "paper"] as const satisfies readonly TradingBroker[];

export const isTradingBroker = (text: string): text is TradingBroker => text === "paper" || isBrokerName(text);
