import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface GrossResultReader {
  /** From `from` (inclusive) to `to` (exclusive), market clock; `null` without trades or without data. */
  grossResult(userId: string, from: EpochMs, to: EpochMs): Promise<Paise | null>;
}
