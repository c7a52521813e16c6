import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** The trading ledger as the guarantee sees it: profit and loss from fills, before fees and taxes. */
export interface GrossResultReader {
  /** From `from` until just before `to`, on the market's clock; null when nothing was traded or nothing is known. */
  grossResult(userId: string, from: EpochMs, to: EpochMs): Promise<Paise | null>;
}
