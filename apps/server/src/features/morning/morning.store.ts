import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface MorningStore {
  /** Whom the engine would have started. */
  recordStart(tx: Tx, linkId: string, day: IstDate, at: EpochMs): Promise<void>;
}
