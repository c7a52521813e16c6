import { type TradingBroker, tradingBrokers } from "./trading-broker.ts";

/** Who makes signals, each from the feed of its own broker. */
export const desks = ["fyers", "angelone"] as const;

export type Desk = (typeof desks)[number];

export const isDesk = (text: string): text is Desk => desks.some((desk) => desk === text);

/** Zerodha and paper follow Angel One's desk. */
export const deskOf = (broker: TradingBroker): Desk => (broker === "fyers" ? "fyers" : "angelone");

/** Who trades what a desk says. */
export const followersOf = (desk: string): readonly TradingBroker[] =>
  tradingBrokers.filter((broker) => deskOf(broker) === desk);

export const otherDesk = (desk: Desk): Desk => (desk === "fyers" ? "angelone" : "fyers");
