import type { PriceBand } from "@vriddhi/core/order/price-band";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** What was last heard of a share from one source. `heardAt` is the human clock's. */
export interface Quote {
  readonly source: string;
  readonly bid: Paise | null;
  readonly ask: Paise | null;
  readonly last: Paise;
  readonly heardAt: EpochMs;
}

export interface PricePort {
  /** The newest of each source, the desk's own first; empty: nothing was heard today. */
  quotes(isin: string): readonly Quote[];
  /** Since when some process has read the feeds without a break, on the human clock; left out: always. */
  attendedSince?(): EpochMs;
  /** Today's limits of the share; null: not known. */
  band(isin: string): PriceBand | null;
  /** Tells of every new quote of a share in which something is open; the answer takes it back. */
  watch(isin: string, listener: () => void): () => void;
}
