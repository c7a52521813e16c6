import { brokerTraits } from "./broker-name.ts";
import { type TradingBroker, tradingBrokers } from "./trading-broker.ts";

/** The strategies, each on the feed of its own broker. */
export const desks = ["fyers", "angelone"] as const;

export type Desk = (typeof desks)[number];

export const isDesk = (text: string): text is Desk => desks.some((desk) => desk === text);

/** Paper has no broker and follows the strategy of most accounts. */
export const deskOf = (broker: TradingBroker): Desk => (broker === "paper" ? "angelone" : brokerTraits[broker].desk);

export const followersOf = (desk: string): readonly TradingBroker[] =>
  tradingBrokers.filter((broker) => deskOf(broker) === desk);

export const otherDesk = (desk: Desk): Desk => (desk === "fyers" ? "angelone" : "fyers");
