import type { FeedState, QuoteFeed, QuoteStream, Tick } from "@vriddhi/brokers/port/feed";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { type EpochMs, epochMs, type HumanClock, type MarketClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { WatchedTime } from "@vriddhi/core/time/watched-time";

/** A feed without a tick for this long, while the market moves and this process polls, is silent. */
const SILENCE_MAX_MS = 15 * SECOND_MS;
/** After a clock jump, the wait for a session's first tick: enough for a machine at a tenth of its speed. */
const DIALLING_MAX_MS = 30 * SECOND_MS;
/** The feed is polled every second, after database reads. */
const LOOKED_AT_WITHIN_MS = 4 * SECOND_MS;

export interface MarketTick {
  readonly isin: string;
  readonly tick: Tick;
}

export interface DeskLineDeps {
  readonly stream: QuoteStream;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  /** Today's session at the strategy's broker; `null` without one, and then nothing connects. */
  access(): Promise<AccountAccess | null>;
  ticks(ticks: readonly MarketTick[]): void;
}

/** One strategy's own feed: opens with a session and closes with it. */
export class DeskLine {
  readonly #deps: DeskLineDeps;
  #feed: QuoteFeed | null = null;
  #state: FeedState = "closed";
  #session: EpochMs | null = null;
  /** Human clock: the first connection of the session. */
  #followedAt: EpochMs | null = null;
  #isins: ReadonlyMap<string, string> = new Map();
  readonly #watched: WatchedTime;
  #quietSince: EpochMs;
  #lastTickAt: EpochMs | null = null;
  #isMute = true;

  constructor(deps: DeskLineDeps) {
    this.#deps = deps;
    this.#watched = new WatchedTime(deps, LOOKED_AT_WITHIN_MS);
    this.#quietSince = deps.humanClock.now();
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Market clock. */
  get lastTickAt(): EpochMs | null {
    return this.#lastTickAt;
  }

  get isMute(): boolean {
    return this.#isMute;
  }

  /** `true` from a session's first connection to its first tick, at most 30 s; `false` without a subscription. */
  get isDialling(): boolean {
    if (this.#followedAt === null || this.#isins.size === 0 || !this.#isMute || this.#state === "refused") return false;
    return this.#deps.humanClock.now() - this.#followedAt < DIALLING_MAX_MS;
  }

  /** Called while the exchange is closed: the wait for a tick starts with the open. */
  expectNothing(): void {
    this.#quietSince = this.#deps.humanClock.now();
  }

  /** The market moved without a tick. After a pause of the process the full wait starts again. */
  isSilent(): boolean {
    const since = epochMs(Math.max(this.#quietSince, this.#watched.awakeSince()));
    return this.#watched.sinceMs(since) > SILENCE_MAX_MS;
  }

  /** Called every turn. Subscribes with the session that began at `from`; a refused session is not retried. */
  follow(from: EpochMs | null): void {
    this.#watched.look();
    if (from === this.#session) return;
    this.close();
    this.#session = from;
    this.#followedAt = from === null ? null : this.#deps.humanClock.now();
    if (from !== null) this.#open();
  }

  want(isins: ReadonlyMap<string, string>): void {
    this.#isins = isins;
    this.#feed?.subscribe([...isins.keys()]);
  }

  /** Reconnects an open but silent feed. */
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
    this.#quietSince = this.#deps.humanClock.now();
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
    this.#quietSince = this.#deps.humanClock.now();
    this.#lastTickAt = this.#deps.marketClock.now();
    this.#isMute = false;
    const known = ticks.flatMap((tick) => {
      const isin = this.#isins.get(tick.token);
      return isin === undefined ? [] : [{ isin, tick }];
    });
    if (known.length > 0) this.#deps.ticks(known);
  }
}
