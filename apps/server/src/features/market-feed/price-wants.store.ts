import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

/** Which shares' prices processes want to be told that do not hear the market themselves. */
export interface PriceWantsStore {
  /** All that a process wants from now on, and that it is there; human clock. */
  want(process: string, isins: readonly string[], at: EpochMs): Promise<void>;
  /** What other processes want that were there since then, and the day's shortlists where there is one. */
  wantedByOthers(process: string, since: EpochMs, day: IstDate): Promise<readonly string[]>;
  /** Tells every process at once; nothing is kept. */
  tell(payload: string): Promise<void>;
}

/** On which prices are told. */
export const QUOTES_CHANNEL = "quotes";
