import type { Feed, FeedState } from "@vriddhi/brokers/port/feed";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { isActive, openEntries, unsentEntries } from "../decide/plan-reads.ts";
import type { PriceWakeFilter } from "../decide/price-wake-filter.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { AccountBook } from "./account-book.ts";
import type { ActorDeps } from "./actor-model.ts";

/** Who is told of what is heard. */
export interface FeedCallbacks {
  hinted(): void;
  /** Order updates are heard from now on. */
  opened(): void;
  /** Resolves when what follows from a price is stored and handed over. */
  priced(): Promise<void>;
  /** A crowd has heard of a price. Null: it does not end the day; else it resolves when that it does is stored. */
  judged(): Promise<void> | null;
}

/** Listens to the broker's pushes and to prices while something of the account is open. */
export class AccountFeedListener {
  readonly #deps: ActorDeps;
  readonly #heard: FeedCallbacks;
  readonly #watched = new Map<string, () => void>();
  #feed: Feed | null = null;
  #feedState: FeedState = "closed";
  /** The session with which the feed was last asked for; null: there was none. */
  #feedToken: string | null = null;
  /** Grows with each feed; an older one is not believed any more. */
  #generation = 0;
  /** A refused feed is asked for again with another session only, which is looked for so often. */
  #nextTryAt: EpochMs | null = null;
  #lastPriceAt: EpochMs | null = null;
  #quiet: ReadonlyMap<string, PriceWakeFilter> | null = null;

  constructor(deps: ActorDeps, heard: FeedCallbacks) {
    this.#deps = deps;
    this.#heard = heard;
  }

  /** `quiet`: between which prices there is nothing to decide; null: every price matters. */
  attend(book: AccountBook, account: TradingAccount, quiet: ReadonlyMap<string, PriceWakeFilter> | null): void {
    this.#quiet = quiet;
    if (!isActive(book)) {
      this.close();
      return;
    }
    if (this.#feedState === "refused") void this.#tryAgain(account);
    else this.#feed ??= this.#open(account);
    this.#watch(new Set([...openEntries(book), ...unsentEntries(book)].map(({ instrument }) => instrument.isin)));
  }

  /** Order updates are open: what happens to an order is told. */
  isHearing(): boolean {
    return this.#feedState === "open";
  }

  close(): void {
    this.#feed?.close();
    this.#feed = null;
    this.#generation += 1;
    this.#feedState = "closed";
    this.#watch(new Set());
  }

  #open(account: TradingAccount): Feed {
    const source = async () => {
      const access = await this.#deps.accounts.accessOf(account.id);
      this.#feedToken = access?.session.accessToken ?? null;
      return access;
    };
    this.#feedState = "connecting";
    const generation = ++this.#generation;
    return account.adapter.updates.open(source, {
      hint: () => this.#heard.hinted(),
      state: (state) => {
        if (generation !== this.#generation) return;
        this.#feedState = state;
        // What happened while nothing was heard is read.
        if (state === "open") this.#heard.opened();
      },
    });
  }

  async #tryAgain(account: TradingAccount): Promise<void> {
    const { accounts, humanClock, settings, log } = this.#deps;
    const now = humanClock.now();
    if (this.#nextTryAt !== null && now < this.#nextTryAt) return;
    this.#nextTryAt = later(now, settings.accessRetryMs);
    try {
      const token = (await accounts.accessOf(account.id))?.session.accessToken ?? null;
      if (this.#feedState !== "refused" || token === null || token === this.#feedToken) return;
      this.#feed?.close();
      this.#feed = this.#open(account);
    } catch (error) {
      log.warn({ accountId: account.id, error: String(error) }, "an account's order updates could not be asked for");
    }
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
          this.#deps.watchPrice(isin, { judge: () => this.#judgePrice(isin), tell: () => this.#hearPrice(isin) }),
        );
  }

  #isQuiet(isin: string): boolean {
    const range = this.#quiet?.get(isin);
    if (range === undefined) return false;
    const band = this.#deps.prices.band(isin);
    if (band?.lower !== range.band?.lower || band?.upper !== range.band?.upper) return false;
    const isInside = (price: number | null): boolean => price === null || (price > range.low && price < range.high);
    return this.#deps.prices
      .quotes(isin)
      .every(({ bid, ask, last }) => isInside(bid) && isInside(ask) && isInside(last));
  }

  #judgePrice(isin: string): Promise<void> | null {
    const ended = this.#isQuiet(isin) ? null : this.#heard.judged();
    // What follows is decided when the price is told, however soon that is.
    if (ended !== null) this.#lastPriceAt = null;
    return ended;
  }

  /** Prices come often; a turn for each would be too many. */
  #hearPrice(isin: string): Promise<void> | null {
    if (this.#isQuiet(isin)) return null;
    const now = this.#deps.humanClock.now();
    if (this.#lastPriceAt !== null && now - this.#lastPriceAt < this.#deps.settings.priceTurnMs) return null;
    this.#lastPriceAt = now;
    return this.#heard.priced();
  }
}
