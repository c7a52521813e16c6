import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";

/** Paper is always labelled as paper. */
export const brokerLabel = (broker: TradingBroker): string => (broker === "paper" ? "Paper" : brokerTitles[broker]);
