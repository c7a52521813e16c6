import { brokerTraits } from "./broker-name.ts";
import { type TradingBroker, tradingBrokers } from "./trading-broker.ts";

/** The strategies, each on the feed of its own broker. */
export const strategyFeeds = ["fyers", "angelone"] as const;

export type StrategyFeed = (typeof strategyFeeds)[number];

export const isStrategyFeed = (text: string): text is StrategyFeed => strategyFeeds.some((desk) => desk === text);

/** Paper has no broker and follows the strategy of most accounts. */
export const strategyFeedOf = (broker: TradingBroker): StrategyFeed =>
  broker === "paper" ? "angelone" : brokerTraits[broker].desk;

export const followersOf = (desk: string): readonly TradingBroker[] =>
  tradingBrokers.filter((broker) => strategyFeedOf(broker) === desk);

export const otherStrategyFeed = (desk: StrategyFeed): StrategyFeed => (desk === "fyers" ? "angelone" : "fyers");
