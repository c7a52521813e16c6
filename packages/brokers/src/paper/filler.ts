import { isFinal } from "@vriddhi/core/order/order";
import { applyMarket } from "@vriddhi/core/paper/paper-book";
import type { PaperBook, PaperMarket } from "@vriddhi/core/paper/paper-model";
import type { PaperBooks } from "../port/paper-books.ts";
import { createPaperRules, type PaperRulesDeps } from "./rules.ts";

export interface PaperFillerDeps extends PaperRulesDeps {
  readonly books: PaperBooks;
  workingIn(isin: string): Iterable<string>;
  failed(account: string, reason: string): void;
}

/** Bounds connections when one price concerns all accounts. */
const BOOKS_AT_ONCE = 4;

function createTurns(atOnceMax: number): (work: () => Promise<void>) => Promise<void> {
  const row: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= atOnceMax) await new Promise<void>((resolve) => row.push(resolve));
    else busy++;
    try {
      await work();
    } finally {
      const next = row.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
}

/** Bound of the backlog while the database is away. */
const MISSED_MAX = 1_000;

export interface PaperFiller {
  receive(market: PaperMarket): void;
  /** The account's book changed: applies the newest price of every share in which it works. */
  bookChanged(account: string): void;
  idle(): Promise<void>;
}

/** Applies ticks in order. Ticks during a write are collected, never dropped: any of them may have reached a stop. */
export function createPaperFiller(deps: PaperFillerDeps): PaperFiller {
  const { books, settings } = deps;
  const rules = createPaperRules(deps);
  const inTurn = createTurns(BOOKS_AT_ONCE);
  const waiting = new Map<string, PaperMarket[]>();
  const running = new Map<string, Promise<void>>();
  const known = new Map<string, PaperBook>();
  /** Backlog of accounts whose book could not be written; retried with the next price. */
  const missed = new Map<string, readonly PaperMarket[]>();

  function remember(account: string, book: PaperBook | null): void {
    if (book?.orders.some(({ status }) => !isFinal(status))) known.set(account, book);
    else known.delete(account);
  }

  /** Almost no price reaches a waiting stop: that costs a memory read and no write. */
  function isDull(account: string, market: PaperMarket): boolean {
    const book = known.get(account);
    if (book === undefined || running.has(account) || missed.has(account)) return false;
    return applyMarket(rules.atThisTime(book), market, settings) === book;
  }

  async function fill(account: string, markets: readonly PaperMarket[]): Promise<void> {
    const changed = await books.change(account, ({ book: before }) => {
      let book = rules.atThisTime(before);
      for (const market of markets) book = applyMarket(book, market, settings);
      if (markets.length === 0) book = rules.upToNow(book);
      return { book: book === before ? null : book, value: book };
    });
    if (changed.ok) return remember(account, changed.value?.value ?? null);
    deps.failed(account, changed.error.reason);
    // Nothing was stored, so the ticks are kept; ticks that may have been stored are not applied twice.
    if (changed.error.kind === "not_done") missed.set(account, markets.slice(-MISSED_MAX));
  }

  async function run(account: string): Promise<void> {
    for (let markets = waiting.get(account); markets !== undefined; markets = waiting.get(account)) {
      waiting.delete(account);
      const before = missed.get(account) ?? [];
      missed.delete(account);
      await inTurn(() => fill(account, [...before, ...markets])).catch((error: unknown) =>
        deps.failed(account, String(error)),
      );
    }
  }

  function wake(account: string, market: PaperMarket | null): void {
    const markets = waiting.get(account) ?? [];
    if (market !== null) markets.push(market);
    waiting.set(account, markets);
    if (running.has(account)) return;
    running.set(
      account,
      run(account).finally(() => running.delete(account)),
    );
  }

  return {
    receive(market) {
      for (const account of deps.workingIn(market.isin)) if (!isDull(account, market)) wake(account, market);
    },
    bookChanged(account) {
      known.delete(account);
      wake(account, null);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
