import type { BrokerSession } from "@vriddhi/brokers/port/session";
import type { Desk } from "@vriddhi/core/broker/desk";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface DeskStore {
  sessionOf(desk: Desk): Promise<BrokerSession | null>;
  putSession(tx: Tx, desk: Desk, session: BrokerSession): Promise<void>;
  noteTick(desk: Desk, at: EpochMs): Promise<void>;
  /** When any feed last received prices: each strategy's feed can substitute for the other's. */
  lastTickAt(): Promise<EpochMs | null>;
}
