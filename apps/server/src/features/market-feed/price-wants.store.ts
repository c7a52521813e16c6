import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";

export interface PriceWantsStore {
  /** Replaces the list of a process and records that it runs; human clock. */
  want(process: string, isins: readonly string[], at: EpochMs): Promise<void>;
  /** The lists of other processes that ran since then, and the day's shortlists. */
  wantedByOthers(process: string, since: EpochMs, day: IstDate): Promise<readonly string[]>;
  /** `NOTIFY` to every process; nothing is stored. */
  notify(payload: string): Promise<void>;
}

/** A process that has not renewed its list for so long has ended. */
export const GONE_AFTER_MS = 30 * SECOND_MS;

export const QUOTES_CHANNEL = "quotes";
