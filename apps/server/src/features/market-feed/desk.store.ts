import type { BrokerSession } from "@vriddhi/brokers/port/session";
import type { Desk } from "@vriddhi/core/broker/desk";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface DeskStore {
  /** The stored one, whether it still lives or not. */
  sessionOf(desk: Desk): Promise<BrokerSession | null>;
  putSession(tx: Tx, desk: Desk, session: BrokerSession): Promise<void>;
  heard(desk: Desk, at: EpochMs): Promise<void>;
  /** When any desk last heard the market: each stands in for the other. */
  lastHeard(): Promise<EpochMs | null>;
}
