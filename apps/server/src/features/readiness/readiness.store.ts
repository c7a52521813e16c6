import type { FundsFact } from "@vriddhi/core/readiness/readiness";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface ReadinessRecord {
  readonly linkId: string;
  readonly day: IstDate;
  readonly checkedAt: EpochMs;
  readonly funds: FundsFact;
  readonly reason: ReadinessReason | null;
}

export interface ReadinessStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  save(tx: Tx, record: ReadinessRecord): Promise<void>;
  listOf(linkIds: readonly string[], day: IstDate): Promise<readonly ReadinessRecord[]>;
}
