import type { PriceBand } from "@vriddhi/core/order/price-band";
import type { PaperBook, PaperMarket } from "@vriddhi/core/paper/paper-model";
import type { Result } from "@vriddhi/core/shared/result";

/** Somebody's account on paper, with the book of its newest day. */
export interface PaperAccount {
  readonly id: string;
  readonly name: string;
  /** Sessions of another number are over. */
  readonly sessionNo: number;
  readonly book: PaperBook;
}

/** `not_done`: nothing was stored. `lost`: the answer did not come, and what was decided may be stored. */
export interface PaperFailure {
  readonly kind: "not_done" | "lost";
  readonly reason: string;
}

export interface PaperDecision<T> {
  /** What is stored; null: nothing changes. */
  readonly book: PaperBook | null;
  readonly value: T;
}

/** Where the books of accounts on paper are kept. */
export interface PaperBooks {
  /** Null: there is no such account. */
  read(id: string): Promise<Result<PaperAccount | null, PaperFailure>>;
  /** One at a time for an account, over all processes. What is answered is stored. */
  change<T>(
    id: string,
    decide: (account: PaperAccount) => PaperDecision<T>,
  ): Promise<Result<{ readonly value: T } | null, PaperFailure>>;
  endSessions(id: string): Promise<void>;
  /** Tells that the account's book was changed, by whichever process; the answer takes it back. */
  watch(id: string, listener: () => void): () => void;
}

/** Prices as the desks hear them. */
export interface PaperPrices {
  /** The newest; null: nothing was heard today. */
  marketOf(isin: string): PaperMarket | null;
  /** Today's limits of the share; null: not known. */
  bandOf(isin: string): PriceBand | null;
  /** Every moment of every share; the answer takes it back. */
  listen(listener: (market: PaperMarket) => void): () => void;
}
