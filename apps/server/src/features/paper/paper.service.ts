import { isFinal } from "@vriddhi/core/order/order";
import type { PaperBook } from "@vriddhi/core/paper/paper-model";
import { positionsOf } from "@vriddhi/core/paper/paper-money";
import { type CapitalRefusal, judgeCapital } from "@vriddhi/core/run/capital";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { NewPaper, PaperRecord, PaperStore } from "./paper.store.ts";

export interface PaperView {
  readonly record: PaperRecord;
  readonly book: PaperBook;
}

export interface PaperServiceDeps {
  readonly store: PaperStore;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  /** The book, advanced to the current time and prices; `null` when it cannot be read now. */
  bookOf(paperId: string): Promise<PaperBook | null>;
  atThisTime(book: PaperBook): PaperBook;
}

export interface PaperService {
  read(userId: string): Promise<Result<PaperView | null, "paper_away">>;
  open(userId: string, capital: Paise): Promise<Result<null, CapitalRefusal | "paper_open_already">>;
  reset(userId: string, capital: Paise): Promise<Result<null, CapitalRefusal | "paper_missing" | "paper_busy">>;
}

const isIdle = (book: PaperBook): boolean =>
  book.orders.every(({ status }) => isFinal(status)) && positionsOf(book).every(({ netQuantity }) => netQuantity === 0);

/** No plan limits paper: its capital has the limits of a user without a plan (B9.1). */
const OUTSIDE_BANDS = { band: null, elsewhere: paise(0) };

export function createPaperService(deps: PaperServiceDeps): PaperService {
  const { store, humanClock, marketClock } = deps;
  const newPaper = (userId: string, capital: Paise): NewPaper => ({
    userId,
    capital,
    day: istDateOf(marketClock.now()),
    at: humanClock.now(),
  });
  return {
    async read(userId) {
      const record = await store.ofUser(userId);
      if (record === null) return ok(null);
      const book = await deps.bookOf(record.id);
      return book === null ? err("paper_away") : ok({ record, book });
    },
    async open(userId, capital) {
      const accepted = judgeCapital(capital, OUTSIDE_BANDS);
      if (!accepted.ok) return accepted;
      return (await store.open(newPaper(userId, accepted.value))) ? ok(null) : err("paper_open_already");
    },
    async reset(userId, capital) {
      const accepted = judgeCapital(capital, OUTSIDE_BANDS);
      if (!accepted.ok) return accepted;
      const done = await store.reset(newPaper(userId, accepted.value), (book) => isIdle(deps.atThisTime(book)));
      if (done === "missing") return err("paper_missing");
      return done === "busy" ? err("paper_busy") : ok(null);
    },
  };
}
