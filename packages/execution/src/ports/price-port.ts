import type { PriceBand } from "@vriddhi/core/order/price-band";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** The last quote of a share from one source. `receivedAt` is on the human clock. */
export interface Quote {
  readonly source: string;
  readonly bid: Paise | null;
  readonly ask: Paise | null;
  readonly last: Paise;
  readonly receivedAt: EpochMs;
}

export interface PricePort {
  /** The newest quote of each source, the strategy feed first; empty if there was none today. */
  quotes(isin: string): readonly Quote[];
  /** Since when some process has read the feeds without a break, on the human clock; left out means always. */
  attendedSince?(): EpochMs;
  /** Today's price limits of the share; `null` if unknown. */
  band(isin: string): PriceBand | null;
  /** Subscribes to quotes of a share in which something is open; returns the unsubscribe function. */
  watch(isin: string, listener: () => void): () => void;
}
