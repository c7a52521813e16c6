import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface TradingPreferences {
  readonly skippedDay: IstDate | null;
  readonly neverTrade: readonly string[];
  readonly lossLimit: Paise | null;
}

export interface ChangedLimit {
  readonly accountId: AccountId;
  readonly limit: Paise | null;
}

export interface TradingPreferenceStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  read(userId: string, tx?: Tx): Promise<TradingPreferences>;
  /** What is left out stays as it is. */
  put(tx: Tx, userId: string, wishes: Partial<TradingPreferences>, at: EpochMs): Promise<void>;
  /** Whether a run of the person goes on; until the transaction ends none is started. */
  isRunning(tx: Tx, userId: string): Promise<boolean>;
  /** Of everybody whose wishes changed at or after the moment. */
  limitsSince(at: EpochMs): Promise<readonly ChangedLimit[]>;
}
