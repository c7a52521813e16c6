import type { PriceBand } from "@vriddhi/core/order/price-band";
import type { PaperBook, PaperMarket } from "@vriddhi/core/paper/paper-model";
import type { Result } from "@vriddhi/core/shared/result";

export interface PaperAccount {
  readonly id: string;
  readonly name: string;
  /** Sessions with another number have ended. */
  readonly sessionNo: number;
  readonly book: PaperBook;
}

/** `not_done`: nothing was stored. `lost`: no answer, so the change may be stored. */
export interface PaperFailure {
  readonly kind: "not_done" | "lost";
  readonly reason: string;
}

export interface PaperDecision<T> {
  /** The book to store; `null` for no change. */
  readonly book: PaperBook | null;
  readonly value: T;
}

export interface PaperBooks {
  /** `null` if there is no such account. */
  read(id: string): Promise<Result<PaperAccount | null, PaperFailure>>;
  /** Serialized per account across all processes. A returned value is stored. */
  change<T>(
    id: string,
    decide: (account: PaperAccount) => PaperDecision<T>,
  ): Promise<Result<{ readonly value: T } | null, PaperFailure>>;
  endSessions(id: string): Promise<void>;
  watch(id: string, listener: () => void): () => void;
}

export interface PaperPrices {
  /** The latest; `null` if there was none today. */
  marketOf(isin: string): PaperMarket | null;
  /** Today's price limits of the share; `null` if unknown. */
  bandOf(isin: string): PriceBand | null;
  listen(listener: (market: PaperMarket) => void): () => void;
}
