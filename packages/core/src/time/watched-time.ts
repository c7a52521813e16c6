import { type EpochMs, epochMs, type HumanClock, type MarketClock, SECOND_MS } from "./clock.ts";

/** A sample that is late by this much: the process was paused or starved. */
const LATE_MS = SECOND_MS;
/** Number of kept samples; older instants count from the oldest. */
const LOOKS_MAX = 600;

interface Look {
  readonly human: EpochMs;
  readonly watchedMs: number;
}

function watchedAt(before: Look, after: Look, at: EpochMs): number {
  if (at <= before.human || after.human === before.human) return before.watchedMs;
  const part = Math.min(1, (at - before.human) / (after.human - before.human));
  return before.watchedMs + (after.watchedMs - before.watchedMs) * part;
}

/** Market time while this process ran: neither a pause nor a held clock makes a feed silent or an answer late. */
export class WatchedTime {
  readonly #humanClock: HumanClock;
  readonly #marketClock: MarketClock;
  readonly #pauseMaxMs: number;
  readonly #looks: Look[];
  #market: EpochMs;
  #awakeSince: EpochMs;

  constructor(clocks: { readonly humanClock: HumanClock; readonly marketClock: MarketClock }, everyMs: number) {
    this.#humanClock = clocks.humanClock;
    this.#marketClock = clocks.marketClock;
    this.#pauseMaxMs = everyMs + LATE_MS;
    this.#awakeSince = this.#humanClock.now();
    this.#market = this.#marketClock.now();
    this.#looks = [{ human: this.#awakeSince, watchedMs: 0 }];
  }

  /** To be called every `everyMs`. */
  look(): void {
    const now = this.#now();
    if (this.#isAbsent(now)) this.#awakeSince = now.human;
    // While the market clock is held, the first and the last sample are enough.
    if (this.#looks.at(-1)?.watchedMs === now.watchedMs && this.#looks.at(-2)?.watchedMs === now.watchedMs)
      this.#looks.pop();
    this.#looks.push(now);
    if (this.#looks.length > LOOKS_MAX) this.#looks.shift();
    this.#market = this.#marketClock.now();
  }

  awakeSince(): EpochMs {
    const now = this.#now();
    return this.#isAbsent(now) ? now.human : this.#awakeSince;
  }

  sinceMs(at: EpochMs): number {
    let after = this.#now();
    const { watchedMs } = after;
    for (let place = this.#looks.length - 1; place >= 0; place -= 1) {
      const before = this.#looks[place] ?? after;
      if (before.human <= at) return watchedMs - watchedAt(before, after, at);
      after = before;
    }
    return watchedMs - after.watchedMs;
  }

  #last(): Look {
    return this.#looks.at(-1) ?? { human: this.#awakeSince, watchedMs: 0 };
  }

  #isAbsent({ human }: Look): boolean {
    return human - this.#last().human > this.#pauseMaxMs;
  }

  #now(): Look {
    const last = this.#last();
    const human = epochMs(Math.max(this.#humanClock.now(), last.human));
    const moved = Math.min(human - last.human, this.#marketClock.now() - this.#market, this.#pauseMaxMs);
    return { human, watchedMs: last.watchedMs + Math.max(0, moved) };
  }
}
