import { isFinal } from "@vriddhi/core/order/order";
import { hearMarket } from "@vriddhi/core/paper/paper-book";
import type { PaperBook, PaperMarket } from "@vriddhi/core/paper/paper-model";
import type { PaperBooks } from "../port/paper-books.ts";
import { createPaperRules, type PaperRulesDeps } from "./rules.ts";

export interface PaperFillerDeps extends PaperRulesDeps {
  readonly books: PaperBooks;
  /** Accounts with working orders in the share, as far as is known. */
  workingIn(isin: string): Iterable<string>;
  /** Something could not be stored. */
  failed(account: string, reason: string): void;
}

/** A price that concerns everybody must not ask for a connection for each of them. */
const BOOKS_AT_ONCE = 4;

/** So many work at once; the others wait in a row. */
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

/** A database that is away for longer than so many prices has cost more than these. */
const MISSED_MAX = 1_000;

export interface PaperFiller {
  hear(market: PaperMarket): void;
  /** Somebody changed the account's book: it looks at the newest price of every share in which it works. */
  look(account: string): void;
  /** Resolves when everything that was heard has been worked on. */
  idle(): Promise<void>;
}

/**
 * Lets working orders hear every moment of the market, in order. While an account's book is being written, what comes
 * meanwhile is collected: none is left out, because any of them may have reached a stop.
 */
export function createPaperFiller(deps: PaperFillerDeps): PaperFiller {
  const { books, settings } = deps;
  const rules = createPaperRules(deps);
  const inTurn = createTurns(BOOKS_AT_ONCE);
  const waiting = new Map<string, PaperMarket[]>();
  const running = new Map<string, Promise<void>>();
  /** Books as this process last saw or wrote them. */
  const known = new Map<string, PaperBook>();
  /** Of accounts whose book could not be written; tried again with the next price. */
  const missed = new Map<string, readonly PaperMarket[]>();

  function remember(account: string, book: PaperBook | null): void {
    if (book?.orders.some(({ status }) => !isFinal(status))) known.set(account, book);
    else known.delete(account);
  }

  /** A stop that waits lets nearly every price pass: that costs a look into memory and no write. */
  function isDull(account: string, market: PaperMarket): boolean {
    const book = known.get(account);
    if (book === undefined || running.has(account) || missed.has(account)) return false;
    return hearMarket(rules.atThisTime(book), market, settings) === book;
  }

  async function fill(account: string, markets: readonly PaperMarket[]): Promise<void> {
    const changed = await books.change(account, ({ book: before }) => {
      let book = rules.atThisTime(before);
      for (const market of markets) book = hearMarket(book, market, settings);
      if (markets.length === 0) book = rules.upToNow(book);
      return { book: book === before ? null : book, value: book };
    });
    if (changed.ok) return remember(account, changed.value?.value ?? null);
    deps.failed(account, changed.error.reason);
    // Nothing was stored, so what was heard still counts; what may have been stored is not told twice.
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
    hear(market) {
      for (const account of deps.workingIn(market.isin)) if (!isDull(account, market)) wake(account, market);
    },
    look(account) {
      known.delete(account);
      wake(account, null);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
