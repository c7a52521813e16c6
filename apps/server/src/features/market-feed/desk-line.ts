import type { FeedState, QuoteFeed, QuoteStream, Tick } from "@vriddhi/brokers/port/feed";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { SECOND_MS } from "@vriddhi/core/time/clock";

/** Without a tick for so long, on the human clock, an open market's feed is given up. */
const SILENCE_MAX_MS = 15 * SECOND_MS;

export interface MarketTick {
  readonly isin: string;
  readonly tick: Tick;
}

export interface DeskLineDeps {
  readonly stream: QuoteStream;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  /** Today's session at the desk's broker; null: there is none, and nothing is dialled. */
  access(): Promise<AccountAccess | null>;
  ticks(ticks: readonly MarketTick[]): void;
}

interface Heard {
  readonly human: EpochMs;
  readonly market: EpochMs;
}

/** One desk's own feed: opened for a session, given up with it. */
export class DeskLine {
  readonly #deps: DeskLineDeps;
  #feed: QuoteFeed | null = null;
  #state: FeedState = "closed";
  #session: EpochMs | null = null;
  #isins: ReadonlyMap<string, string> = new Map();
  #quietSince: Heard;
  #heardAt: EpochMs | null = null;
  /** Nothing has come since it was dialled. */
  #isMute = true;

  constructor(deps: DeskLineDeps) {
    this.#deps = deps;
    this.#quietSince = this.#now();
  }

  #now(): Heard {
    return { human: this.#deps.humanClock.now(), market: this.#deps.marketClock.now() };
  }

  get state(): FeedState {
    return this.#state;
  }

  /** On the market clock. */
  get heardAt(): EpochMs | null {
    return this.#heardAt;
  }

  get isMute(): boolean {
    return this.#isMute;
  }

  /** The market went on and nothing was heard of it; a clock that is held makes nobody silent. */
  isSilent(): boolean {
    const now = this.#now();
    return now.human - this.#quietSince.human > SILENCE_MAX_MS && now.market - this.#quietSince.market > SILENCE_MAX_MS;
  }

  /** Listens with the session that began at `from`; a refused one is not tried again. */
  follow(from: EpochMs | null): void {
    if (from === this.#session) return;
    this.close();
    this.#session = from;
    if (from !== null) this.#open();
  }

  /** Feed tokens and what they stand for. */
  want(isins: ReadonlyMap<string, string>): void {
    this.#isins = isins;
    this.#feed?.subscribe([...isins.keys()]);
  }

  /** A line that is open and says nothing is dialled again. */
  redial(): void {
    if (this.#state === "refused") return;
    this.#feed?.close();
    this.#open();
  }

  close(): void {
    this.#feed?.close();
    this.#feed = null;
    this.#state = "closed";
    this.#session = null;
  }

  #open(): void {
    this.#quietSince = this.#now();
    this.#isMute = true;
    let isCurrent = true;
    const opened = this.#deps.stream.open(this.#deps.access, {
      state: (state) => {
        if (isCurrent) this.#state = state;
      },
      ticks: (ticks) => {
        if (isCurrent) this.#hear(ticks);
      },
    });
    this.#feed = {
      subscribe: (tokens) => opened.subscribe(tokens),
      close() {
        isCurrent = false;
        opened.close();
      },
    };
    this.#feed.subscribe([...this.#isins.keys()]);
  }

  #hear(ticks: readonly Tick[]): void {
    this.#quietSince = this.#now();
    this.#heardAt = this.#quietSince.market;
    this.#isMute = false;
    const known = ticks.flatMap((tick) => {
      const isin = this.#isins.get(tick.token);
      return isin === undefined ? [] : [{ isin, tick }];
    });
    if (known.length > 0) this.#deps.ticks(known);
  }
}
