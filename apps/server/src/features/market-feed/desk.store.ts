import type { BrokerSession } from "@vriddhi/brokers/port/session";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface DeskStore {
  sessionOf(desk: StrategyFeed): Promise<BrokerSession | null>;
  putSession(tx: Tx, desk: StrategyFeed, session: BrokerSession): Promise<void>;
  noteTick(desk: StrategyFeed, at: EpochMs): Promise<void>;
  /** When any feed last received prices: each strategy's feed can substitute for the other's. */
  lastTickAt(): Promise<EpochMs | null>;
}
