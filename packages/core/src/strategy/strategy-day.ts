import type { BarRow } from "../market/bar-series.ts";
import {
  closeBarsUntil,
  joinTickBars,
  type MarketTick,
  openTickBars,
  resumeTickBars,
  skipBarsUntil,
  type TickBars,
  takeTick,
} from "../market/tick-bars.ts";
import { MINUTE_MS } from "../time/clock.ts";
import { type IstDate, type IstMinute, istInstant } from "../time/ist.ts";
import type { DaySummary } from "./daily-history.ts";
import { FeedCoverage } from "./feed-coverage.ts";
import type { RankingModel } from "./model/ranking-model.ts";
import { createOpeningRange } from "./opening-range/opening-range.ts";
import type { OpeningRangeSettings } from "./opening-range/settings.ts";
import { hasAuctionPrices } from "./opening-range/shortlist.ts";
import { type OpeningRangeState, summariseDay } from "./opening-range/state.ts";
import type {
  Enter,
  PassedOver,
  PreOpenQuote,
  ShareFacts,
  ShareNumber,
  Shortlist,
  Strategy,
  StrategyDecision,
} from "./strategy.ts";
import { AFTER_CLOSE_MINUTES, BAR_GRACE_MS, RANGE_UNSEEN_MAX } from "./strategy-hours.ts";

/** A closed bar of one share, with the day's volume at its end. */
export interface RecordedBar extends Omit<BarRow, "minute"> {
  readonly share: ShareNumber;
  readonly dayVolume: number;
}

export interface RecordedMinute {
  /** Of the day in India. */
  readonly minute: number;
  /** Received from its beginning to its end. */
  readonly isWhole: boolean;
  readonly bars: readonly RecordedBar[];
}

export type Judged = Enter | PassedOver;

export interface ClosedMinute {
  readonly endsAt: number;
  /** `null` if nothing was received. */
  readonly record: RecordedMinute | null;
  readonly decisions: readonly Judged[];
}

export interface DeskDaySetup {
  readonly day: IstDate;
  readonly session: { readonly open: IstMinute; readonly close: IstMinute };
  readonly symbols: readonly string[];
  /** The market index among them; `null` without one. */
  readonly index: ShareNumber | null;
  readonly models: readonly RankingModel[];
  readonly settings: OpeningRangeSettings;
}

const isJudged = (decision: StrategyDecision): decision is Judged => decision.kind !== "shortlist";

/** Turns one day's ticks into decisions, without clock or I/O, so that the day can be replayed from its recording. */
export class StrategyDay {
  readonly day: IstDate;
  readonly #settings: OpeningRangeSettings;
  readonly #index: ShareNumber | null;
  readonly #rule: Strategy<OpeningRangeState>;
  readonly #state: OpeningRangeState;
  readonly #shares: readonly TickBars[];
  readonly #isMet: Uint8Array;
  readonly #coverage: FeedCoverage;
  readonly #open: IstMinute;
  readonly #opensAt: number;
  readonly #minutes: number;
  /** Ticks of a later minute than the current one. */
  #waiting: { readonly share: ShareNumber; readonly tick: MarketTick }[] = [];
  /** The current minute, counted from the open. */
  #place = 0;
  #unseen = 0;
  #isBlind = false;

  constructor({ day, session, symbols, index, models, settings }: DeskDaySetup) {
    this.day = day;
    this.#settings = settings;
    this.#rule = createOpeningRange({ symbols, index, barMinutes: 1, models, settings });
    this.#index = index;
    this.#state = this.#rule.begin();
    const frame = { day, open: session.open, close: (session.close + AFTER_CLOSE_MINUTES) as IstMinute };
    this.#shares = symbols.map(() => openTickBars(frame));
    this.#isMet = new Uint8Array(symbols.length);
    this.#open = session.open;
    this.#opensAt = istInstant(day, session.open);
    this.#minutes = frame.close - frame.open;
    this.#coverage = new FeedCoverage(this.#opensAt);
  }

  /** An entry was made today, by this process or in the record. */
  get hasEntered(): boolean {
    return this.#state.hasEntered;
  }

  /** Too much of the opening range is missing: no decisions today. */
  get isBlind(): boolean {
    return this.#isBlind;
  }

  get isListed(): boolean {
    return this.#state.isShortlistMade;
  }

  get isOver(): boolean {
    return this.#place >= this.#minutes;
  }

  /** Takes every share's facts of earlier sessions; called first. */
  begin(facts: readonly ShareFacts[]): void {
    this.#rule.step(this.#state, { kind: "day_start", day: this.day, facts });
  }

  isPriced(quotes: readonly PreOpenQuote[]): boolean {
    const facts = this.#state.facts.filter((each) => each !== null);
    return hasAuctionPrices({ index: this.#index, facts, quotes, settings: this.#settings });
  }

  /** `null` if there is one already. Without the auction's prices the list is empty, and nothing is traded. */
  list(quotes: readonly PreOpenQuote[]): Shortlist | null {
    const known = this.isPriced(quotes) ? quotes : [];
    const [list] = this.#rule.step(this.#state, { kind: "pre_open", quotes: known });
    return list?.kind === "shortlist" ? list : null;
  }

  noteEntry(): void {
    this.#state.hasEntered = true;
  }

  receive(share: ShareNumber, tick: MarketTick): void {
    if (!this.isOver && tick.at >= this.#endOf(this.#place)) this.#waiting.push({ share, tick });
    else this.#take(share, tick);
  }

  /** Closes the minutes that are over at `now`, each for all shares and in order. */
  closeUntil(now: number): readonly ClosedMinute[] {
    const closed: ClosedMinute[] = [];
    while (!this.isOver && now >= this.#endOf(this.#place) + BAR_GRACE_MS) closed.push(this.#closeOne());
    return closed;
  }

  /** Replays recorded minutes in order; returns their decisions again. */
  replay(minutes: readonly RecordedMinute[]): readonly Judged[] {
    return minutes.flatMap((each) => this.#restore(each));
  }

  /** The day's summary; accurate if the whole day was received. */
  summary(): readonly DaySummary[] {
    return summariseDay(this.#state);
  }

  #endOf(place: number): number {
    return this.#opensAt + (place + 1) * MINUTE_MS;
  }

  #take(share: ShareNumber, tick: MarketTick): void {
    const bars = this.#shares[share];
    if (bars === undefined) return;
    if (this.#isMet[share] === 0 && tick.at >= this.#opensAt + MINUTE_MS) joinTickBars(bars, tick.dayVolume);
    this.#isMet[share] = 1;
    this.#coverage.receive(tick.at);
    takeTick(bars, tick);
  }

  #closeOne(): ClosedMinute {
    const place = this.#place;
    const endsAt = this.#endOf(place);
    const minute = this.#open + place;
    const isWhole = this.#coverage.isWhole(place);
    const bars = this.#coverage.isReceived(place) ? this.#closeBars(endsAt) : [];
    for (const each of this.#shares) skipBarsUntil(each, endsAt);
    this.#see(isWhole);
    const decisions = this.#step(minute, bars);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { share, tick } of waiting) this.receive(share, tick);
    return { endsAt, record: bars.length === 0 ? null : { minute, isWhole, bars }, decisions };
  }

  #closeBars(endsAt: number): readonly RecordedBar[] {
    return this.#shares.flatMap((bars, share) => {
      // A share without trades keeps its price. The index moves all day: without ticks it is unknown.
      if (share === this.#index && bars.current === null) return [];
      return closeBarsUntil(bars, endsAt).map(({ open, high, low, close, volume }) => {
        return { share, open, high, low, close, volume, dayVolume: bars.volumeSeen };
      });
    });
  }

  /** The current minute is over. The range is checked once, with its last minute. */
  #see(isWhole: boolean): void {
    const { rangeMinutes } = this.#settings;
    const place = this.#place++;
    if (place < rangeMinutes && !isWhole) this.#unseen++;
    if (place !== rangeMinutes - 1 || this.#unseen <= RANGE_UNSEEN_MAX) return;
    this.#isBlind = true;
    this.#rule.step(this.#state, { kind: "session_end" });
  }

  #step(minute: number, bars: readonly RecordedBar[]): readonly Judged[] {
    return bars.flatMap(({ share, open, high, low, close, volume }) =>
      this.#rule.step(this.#state, { kind: "bar", share, minute, open, high, low, close, volume }).filter(isJudged),
    );
  }

  /** Minutes missing in the record were not received. */
  #restore({ minute, isWhole, bars }: RecordedMinute): readonly Judged[] {
    while (this.#place < minute - this.#open) this.#see(false);
    const endsAt = this.#endOf(this.#place);
    for (const { share, open, high, low, close, volume, dayVolume } of bars) {
      const own = this.#shares[share];
      if (own === undefined) continue;
      const row = { minute: own.firstMinute + this.#place, open, high, low, close, volume };
      resumeTickBars(own, row, dayVolume);
      this.#isMet[share] = 1;
    }
    for (const each of this.#shares) skipBarsUntil(each, endsAt);
    this.#coverage.resumeAt(endsAt);
    this.#see(isWhole);
    return this.#step(minute, bars);
  }
}
