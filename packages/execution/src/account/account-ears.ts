import type { Feed } from "@vriddhi/brokers/port/feed";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { isActive, openEntries } from "../decide/plan-reads.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { AccountBook } from "./account-book.ts";
import type { ActorDeps } from "./actor-model.ts";

/** Listens to the broker's pushes and to prices while something of the account is open. */
export class AccountEars {
  readonly #deps: ActorDeps;
  readonly #hinted: () => void;
  readonly #priced: () => void;
  readonly #watched = new Map<string, () => void>();
  #feed: Feed | null = null;
  #lastPriceAt: EpochMs | null = null;

  constructor(deps: ActorDeps, hinted: () => void, priced: () => void) {
    this.#deps = deps;
    this.#hinted = hinted;
    this.#priced = priced;
  }

  attend(book: AccountBook, account: TradingAccount): void {
    if (!isActive(book)) {
      this.close();
      return;
    }
    this.#feed ??= account.adapter.updates.open(() => this.#deps.accounts.accessOf(account.id), {
      hint: () => this.#hinted(),
      state: () => undefined,
    });
    this.#watch(new Set(openEntries(book).map(({ instrument }) => instrument.isin)));
  }

  close(): void {
    this.#feed?.close();
    this.#feed = null;
    this.#watch(new Set());
  }

  #watch(wanted: ReadonlySet<string>): void {
    for (const [isin, unwatch] of this.#watched) {
      if (wanted.has(isin)) continue;
      unwatch();
      this.#watched.delete(isin);
    }
    for (const isin of wanted)
      if (!this.#watched.has(isin))
        this.#watched.set(
          isin,
          this.#deps.prices.watch(isin, () => this.#hearPrice()),
        );
  }

  /** Prices come often; a turn for each would be too many. */
  #hearPrice(): void {
    const now = this.#deps.humanClock.now();
    if (this.#lastPriceAt !== null && now - this.#lastPriceAt < this.#deps.settings.priceTurnMs) return;
    this.#lastPriceAt = now;
    this.#priced();
  }
}
