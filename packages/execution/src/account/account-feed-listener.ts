import type { Feed, FeedState } from "@vriddhi/brokers/port/feed";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { isActive, openEntries, unsentEntries } from "../decide/plan-reads.ts";
import type { PriceWakeFilter } from "../decide/price-wake-filter.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { AccountBook } from "./account-book.ts";
import type { ActorDeps } from "./actor-model.ts";

export interface FeedCallbacks {
  hinted(): void;
  opened(): void;
  /** Resolves when the consequences of a price are stored and dispatched. */
  priced(): Promise<void>;
  /** `null` if the day goes on; otherwise resolves when the daily stop is stored. */
  judged(): Promise<void> | null;
}

/** Listens to the broker's order updates and to prices while something of the account is open. */
export class AccountFeedListener {
  readonly #deps: ActorDeps;
  readonly #callbacks: FeedCallbacks;
  readonly #watched = new Map<string, () => void>();
  #feed: Feed | null = null;
  #feedState: FeedState = "closed";
  /** The session of the last feed request; `null` if there was none. */
  #feedToken: string | null = null;
  /** Rises with each feed; events of an older feed are ignored. */
  #generation = 0;
  /** A refused feed is requested again only with another session; this is when to check for one. */
  #nextTryAt: EpochMs | null = null;
  #lastPriceAt: EpochMs | null = null;
  #quiet: ReadonlyMap<string, PriceWakeFilter> | null = null;

  constructor(deps: ActorDeps, callbacks: FeedCallbacks) {
    this.#deps = deps;
    this.#callbacks = callbacks;
  }

  /** `quiet`: price ranges per share in which no decision is due; `null` if every price matters. */
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

  hasOrderUpdates(): boolean {
    return this.#feedState === "open";
  }

  /** A price has left the range in which no decision is due. */
  isPriceDue(): boolean {
    for (const isin of this.#watched.keys()) if (!this.#isQuiet(isin)) return true;
    return false;
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
      hint: () => this.#callbacks.hinted(),
      state: (state) => {
        if (generation !== this.#generation) return;
        this.#feedState = state;
        // Reads what happened while the feed was disconnected.
        if (state === "open") this.#callbacks.opened();
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
      log.warn({ accountId: account.id, error: String(error) }, "account: order updates could not be requested");
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
          this.#deps.watchPrice(isin, {
            checkDayEnd: () => this.#judgePrice(isin),
            process: () => this.#onPrice(isin),
          }),
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
    const ended = this.#isQuiet(isin) ? null : this.#callbacks.judged();
    // Lifts the throttle: the consequences are decided when the price arrives, however soon.
    if (ended !== null) this.#lastPriceAt = null;
    return ended;
  }

  /** Throttles prices: one turn per price would be too many. */
  #onPrice(isin: string): Promise<void> | null {
    if (this.#isQuiet(isin)) return null;
    const now = this.#deps.humanClock.now();
    if (this.#lastPriceAt !== null && now - this.#lastPriceAt < this.#deps.settings.priceTurnMs) return null;
    this.#lastPriceAt = now;
    return this.#callbacks.priced();
  }
}
