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
  /** Missing values stay as they are. */
  put(tx: Tx, userId: string, preferences: Partial<TradingPreferences>, at: EpochMs): Promise<void>;
  /** Whether a run of the user is active; locks out new runs until the transaction ends. */
  isRunning(tx: Tx, userId: string): Promise<boolean>;
  limitsSince(at: EpochMs): Promise<readonly ChangedLimit[]>;
}
