import { epochMs, type HumanClock, type MarketClock } from "@vriddhi/core/time/clock";

/** The machine's own clock: human time always, market time in live mode. */
export const systemClock: HumanClock & MarketClock = { now: () => epochMs(Date.now()) };
