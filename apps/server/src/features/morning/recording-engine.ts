import type { MarketClock } from "@vriddhi/core/time/clock";
import type { MorningStore } from "./morning.store.ts";
import type { TradingEngine } from "./morning-ports.ts";

/** Until there is an engine that trades: whom it would have started is written down. */
export const createRecordingEngine = (store: MorningStore, marketClock: MarketClock): TradingEngine => ({
  startForDay: (tx, { linkId }, day) => store.recordStart(tx, linkId, day, marketClock.now()),
});
