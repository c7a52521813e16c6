import { epochMs, type HumanClock, type MarketClock } from "@vriddhi/core/time/clock";

export const systemClock: HumanClock & MarketClock = { now: () => epochMs(Date.now()) };
