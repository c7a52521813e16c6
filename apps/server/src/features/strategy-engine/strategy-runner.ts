import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { MarketTick as BarTick } from "@vriddhi/core/market/tick-bars";
import { ENTRY_VALID_MS } from "@vriddhi/core/order/plan-entry";
import type { Paise } from "@vriddhi/core/shared/money";
import type { RankingModel } from "@vriddhi/core/strategy/model/ranking-model";
import type { OpeningRangeSettings } from "@vriddhi/core/strategy/opening-range/settings";
import { distrustOf } from "@vriddhi/core/strategy/opening-range/shortlist";
import type { Enter, PreOpenQuote, ShareFacts, ShareNumber } from "@vriddhi/core/strategy/strategy";
import { type ClosedMinute, StrategyDay } from "@vriddhi/core/strategy/strategy-day";
import {
  AFTER_CLOSE_MINUTES,
  auctionPricesFrom,
  DECISION_LATE_MS,
  DESK_DAY_BEGINS,
  PREPARED_AT,
  QUOTES_WITHIN_MS,
  shortlistAt,
} from "@vriddhi/core/strategy/strategy-hours";
import type { Silence } from "@vriddhi/core/strategy/strategy-state";
import { type EpochMs, epochMs, HOUR_MS, type HumanClock, later, type MarketClock } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istDateOf, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { LeftOut } from "../../platform/db/schema/market-record.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { BarReason } from "./barred-shares.ts";
import type { ShareNumbers } from "./share-numbers.ts";
import type { DeskPlace, NewSignal, SignalDeskStore } from "./strategy-engine.store.ts";
import type { TickStore } from "./tick.store.ts";
import { TickRecorder } from "./tick-recorder.ts";

export interface ReceivedTick {
  readonly isin: string;
  readonly lastPrice: Paise;
  readonly volume: number | null;
  readonly previousClose: Paise | null;
  readonly at: EpochMs | null;
}

export type DeskFact = "desk_blind" | "decision_late" | "index_unknown" | "prices_missing";

export interface StrategyRunnerDeps {
  readonly store: SignalDeskStore;
  readonly ticks: Pick<TickStore, "append">;
  readonly numbers: ShareNumbers;
  readonly models: readonly RankingModel[];
  readonly settings: OpeningRangeSettings;
  readonly calendar: TradingCalendar;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
  count(fact: DeskFact): void;
  alarm(desk: StrategyFeed, day: IstDate, fault: "prices_missing"): Promise<void>;
  isHistoryReady(day: IstDate): boolean;
  factsBefore(day: IstDate): Promise<readonly ShareFacts[]>;
  barredOn(day: IstDate): Promise<ReadonlyMap<string, BarReason>>;
}

const FIRST = 1;

interface KnownQuote {
  price: Paise | null;
  previousClose: Paise | null;
}

interface DayHours {
  readonly day: IstDate | null;
  /** Before the auction ends, feeds may still report yesterday's price, volume and previous close. */
  readonly begins: number;
  readonly opensAt: number;
  /** Ticks are recorded until then; 0 on days without a session. */
  readonly recordedUntil: number;
  readonly ends: number;
}

const MIDNIGHT = istMinute(0, 0);

/** A tick further ahead of the clock is rejected: it would end the day. */
const AHEAD_MAX_MS = HOUR_MS;

type ShareTick = { readonly share: ShareNumber; readonly tick: BarTick };

/** One strategy's day under one leader: it stores each bar, shortlist and signal before the next step. */
export class StrategyRunner {
  readonly #deps: StrategyRunnerDeps;
  readonly #desk: StrategyFeed;
  readonly #epoch: number;
  #day: StrategyDay | null = null;
  #facts: readonly ShareFacts[] | null = null;
  #leftOut: readonly LeftOut[] = [];
  #openedAt: EpochMs = epochMs(0);
  #isBlindLogged = false;
  #hours: DayHours = { day: null, begins: 0, opensAt: 0, recordedUntil: 0, ends: 0 };
  readonly #quotes = new Map<ShareNumber, KnownQuote>();
  /** Ticks that came before the day's record was read. */
  #early: ShareTick[] = [];
  /** Closed minutes that are not stored yet; in memory only. */
  readonly #outbox: ClosedMinute[] = [];
  readonly #recorder: TickRecorder;

  constructor(deps: StrategyRunnerDeps, desk: StrategyFeed, epoch: number) {
    this.#deps = deps;
    this.#desk = desk;
    this.#epoch = epoch;
    const { ticks, numbers, log } = deps;
    this.#recorder = new TickRecorder({ ticks, isins: numbers.isins, log }, desk, epoch);
  }

  /** `null` without a trading day, or before its record is read. */
  get day(): StrategyDay | null {
    return this.#day;
  }

  get isStored(): boolean {
    return this.#outbox.length === 0 && this.#recorder.isStored;
  }

  onTicks(ticks: readonly ReceivedTick[]): void {
    const { numbers, marketClock } = this.#deps;
    const now = marketClock.now();
    for (const tick of ticks) {
      const share = numbers.numberOf(tick.isin);
      const at = tick.at ?? now;
      if (share !== null && tick.lastPrice > 0 && at <= now + AHEAD_MAX_MS) this.#take(share, tick, at);
    }
  }

  /** Does what is due by the market clock; idempotent. */
  async turn(): Promise<void> {
    const now = this.#deps.marketClock.now();
    const day = istDateOf(now);
    if (!isTradingDay(this.#deps.calendar, day) || now < istInstant(day, DESK_DAY_BEGINS)) {
      this.#early = [];
      return;
    }
    if (this.#day?.day !== day) await this.#open(day, now);
    await this.#prepare(now);
    await this.#list(now);
    await this.#flush();
    const closed = this.#day?.closeUntil(now) ?? [];
    if (closed.length > 0) this.#recorder.cut();
    this.#outbox.push(...closed);
    await this.#flush();
  }

  record(): Promise<void> {
    return this.#recorder.store();
  }

  #take(share: ShareNumber, received: ReceivedTick, at: EpochMs): void {
    if (at >= this.#hours.ends) this.#await(at);
    const { day, begins, recordedUntil } = this.#hours;
    if (at < begins) return;
    this.#learnQuote(share, received, at);
    const tick = { at, price: received.lastPrice, dayVolume: received.volume ?? 0 };
    if (day !== null && at < recordedUntil) this.#recorder.add(day, share, tick);
    if (this.#day !== null && this.#day.day === day) this.#day.receive(share, tick);
    else this.#early.push({ share, tick });
  }

  /** The first tick of a day: drops the quotes of the day before. */
  #await(at: EpochMs): void {
    const day = istDateOf(at);
    const { open, close } = this.#deps.calendar.sessionOf(day);
    const ends = istInstant(addDays(day, 1), MIDNIGHT);
    this.#hours = {
      day,
      begins: auctionPricesFrom(day),
      opensAt: open === null ? ends : istInstant(day, open),
      recordedUntil: close === null ? 0 : istInstant(day, (close + AFTER_CLOSE_MINUTES) as IstMinute),
      ends,
    };
    this.#quotes.clear();
    this.#early = [];
  }

  /**
   * An auction price is one that was traded before the session; the previous close holds all day. The index is not
   * traded: while it equals its previous close to the paisa, it is not computed yet.
   */
  #learnQuote(share: ShareNumber, { previousClose, lastPrice, volume }: ReceivedTick, at: number): void {
    const known = this.#quotes.get(share) ?? { price: null, previousClose: null };
    if (previousClose !== null) known.previousClose = previousClose;
    const isMade =
      share === this.#deps.numbers.index ? lastPrice !== known.previousClose : volume !== null && volume > 0;
    if (at < this.#hours.opensAt && isMade) known.price = lastPrice;
    this.#quotes.set(share, known);
  }

  #place(day: IstDate): DeskPlace {
    return { epoch: this.#epoch, desk: this.#desk, day };
  }

  async #open(day: IstDate, now: EpochMs): Promise<void> {
    const { store, numbers, calendar, models, settings, log } = this.#deps;
    const session = calendar.sessionOf(day);
    if (session.kind === "closed") return;
    const record = await store.load(this.#desk, day);
    const desk = new StrategyDay({
      day,
      session,
      symbols: numbers.symbols,
      index: numbers.index,
      models,
      settings,
    });
    this.#facts = record === null ? null : numbers.fromStoredFacts(record.facts);
    this.#leftOut = record?.leftOut ?? [];
    if (this.#facts !== null) desk.begin(this.#facts);
    if (record?.quotes) desk.list(numbers.fromStoredQuotes(record.quotes));
    desk.replay((record?.minutes ?? []).map((each) => ({ ...each, bars: numbers.fromStoredBars(each.bars) })));
    if (record !== null && record.signals.length > 0) desk.noteEntry();
    if (record !== null)
      log.info({ desk: this.#desk, day, minutes: record.minutes.length }, "strategy: day resumed from its record");
    if (this.#hours.day !== day) this.#await(now);
    this.#day = desk;
    this.#openedAt = now;
    this.#isBlindLogged = desk.isBlind;
    const early = this.#early;
    this.#early = [];
    for (const { share, tick } of early) desk.receive(share, tick);
  }

  async #prepare(now: EpochMs): Promise<void> {
    const desk = this.#day;
    if (desk === null || this.#facts !== null) return;
    const { store, numbers, isHistoryReady, factsBefore, barredOn, log } = this.#deps;
    if (!isHistoryReady(desk.day) && now < istInstant(desk.day, PREPARED_AT)) return;
    const barred = await barredOn(desk.day);
    const facts = (await factsBefore(desk.day)).filter(({ share }) => !barred.has(numbers.shareOf(share).isin));
    const known = new Set(facts.map(({ share }) => share));
    const leftOut = numbers.shares
      .filter((_, share) => !known.has(share))
      .map(({ isin, symbol }) => ({ isin, symbol, reason: barred.get(isin) ?? ("history_missing" as const) }));
    await store.begin(this.#place(desk.day), numbers.toStoredFacts(facts), leftOut);
    desk.begin(facts);
    this.#facts = facts;
    this.#leftOut = leftOut;
    const [desk_, shares] = [this.#desk, facts.length];
    if (leftOut.length === 0) log.info({ desk: desk_, shares }, "strategy: earlier sessions loaded");
    else
      log.warn(
        { desk: desk_, shares, leftOut: leftOut.length },
        "strategy: shares left out, barred or without history",
      );
  }

  async #list(now: EpochMs): Promise<void> {
    const desk = this.#day;
    const facts = this.#facts;
    if (desk === null || facts === null || desk.isListed || now < shortlistAt(desk.day)) return;
    const { store, numbers, humanClock, settings, log } = this.#deps;
    const quotes: PreOpenQuote[] = facts.map(({ share }) => {
      const { price, previousClose } = this.#quotes.get(share) ?? { price: null, previousClose: null };
      return { share, price, previousClose };
    });
    const isPriced = desk.isPriced(quotes);
    if (!this.#isListDue(now, facts, isPriced)) return;
    const distrusted = facts.flatMap((each, place) => {
      const reason = distrustOf(each, quotes[place], settings);
      const { isin, symbol } = numbers.shareOf(each.share);
      return reason === null ? [] : [{ isin, symbol, reason }];
    });
    const leftOut = [...this.#leftOut, ...distrusted];
    const list = desk.list(quotes);
    const picks = (list?.picks ?? []).map(({ share, symbol, score, reason }) => {
      return { isin: numbers.shareOf(share).isin, symbol, score, reason };
    });
    const silence: Silence | null = isPriced ? null : "prices_missing";
    const stored = { quotes: numbers.toStoredQuotes(quotes), picks, leftOut, silence, at: humanClock.now() };
    // Every later decision depends on the list: without its record another leader would decide otherwise.
    await this.#untilStored(() => store.list(this.#place(desk.day), stored));
    this.#leftOut = leftOut;
    if (isPriced)
      log.info({ desk: this.#desk, picks: picks.length, leftOut: leftOut.length }, "strategy: shortlist made");
    else this.#reportUnpriced(desk.day, quotes);
    this.#reportIndex(facts);
  }

  #reportUnpriced(day: IstDate, quotes: readonly PreOpenQuote[]): void {
    const { log, count, alarm } = this.#deps;
    count("prices_missing");
    const priced = quotes.filter(({ price }) => price !== null).length;
    log.error({ desk: this.#desk, shares: quotes.length, priced }, "strategy: auction prices missing, no trades today");
    // In the background: minutes are closed meanwhile.
    alarm(this.#desk, day, "prices_missing").catch((cause: unknown) =>
      log.error({ err: cause, desk: this.#desk }, "strategy: alarm not stored"),
    );
  }

  /** Without the index there are no entries; its price may still come in time if its earlier sessions are loaded. */
  #reportIndex(facts: readonly ShareFacts[]): void {
    const { numbers, log, count } = this.#deps;
    const { index } = numbers;
    if (index === null) return;
    const hasHistory = facts.some(({ share }) => share === index);
    if (hasHistory && (this.#quotes.get(index)?.price ?? null) !== null) return;
    count("index_unknown");
    log.error({ desk: this.#desk, hasHistory }, "strategy: index price missing, entries wait for it");
  }

  /** A list that failed to store is stored first at the next turn. */
  #unstored: (() => Promise<void>) | null = null;
  async #untilStored(write: () => Promise<void>): Promise<void> {
    this.#unstored = write;
    await this.#storeLate();
  }
  async #storeLate(): Promise<void> {
    if (this.#unstored === null) return;
    await this.#unstored();
    this.#unstored = null;
  }

  /** All shares are quoted, or the wait for the others is over; for prices the strategy waits until the open. */
  #isListDue(now: EpochMs, facts: readonly ShareFacts[], isPriced: boolean): boolean {
    const isWaitOver = now >= later(this.#openedAt, QUOTES_WITHIN_MS);
    if (!isPriced) return isWaitOver && now >= this.#hours.opensAt + QUOTES_WITHIN_MS;
    return isWaitOver || facts.every(({ share }) => this.#quotes.has(share));
  }

  async #flush(): Promise<void> {
    await this.#storeLate();
    const desk = this.#day;
    if (desk === null || this.#facts === null) return;
    for (let next = this.#outbox[0]; next !== undefined; next = this.#outbox[0]) {
      await this.#store(desk, next);
      this.#outbox.shift();
    }
  }

  async #store(desk: StrategyDay, { endsAt, record, decisions }: ClosedMinute): Promise<void> {
    const { store, numbers, marketClock, log, count } = this.#deps;
    const entries = decisions.filter((each): each is Enter => each.kind === "enter");
    const isLate = marketClock.now() >= endsAt + DECISION_LATE_MS;
    const isNewlyBlind = desk.isBlind && !this.#isBlindLogged;
    const silence: Silence | null =
      entries.length > 0 && isLate ? "decision_late" : isNewlyBlind ? "range_unseen" : null;
    const minute = record && { minute: record.minute, isWhole: record.isWhole, bars: numbers.toStoredBars(record) };
    const made = isLate ? [] : entries.map((each) => this.#toSignal(each));
    if (minute !== null || made.length > 0 || silence !== null)
      await store.write(this.#place(desk.day), minute, made, silence);
    if (isNewlyBlind) {
      this.#isBlindLogged = true;
      count("desk_blind");
      log.error({ desk: this.#desk }, "strategy: opening range incomplete, no trades today");
    }
    if (silence === "decision_late") {
      count("decision_late");
      log.error({ desk: this.#desk }, "strategy: decision too late, no signal");
    }
    for (const { isin, side } of made) log.info({ desk: this.#desk, isin, side }, "strategy: signal made");
  }

  #toSignal({ share, symbol, side, price, stop, target, medianTurnover, signal }: Enter): NewSignal {
    const { humanClock, marketClock, numbers } = this.#deps;
    const madeAt = humanClock.now();
    const { features, score, threshold, modelHash, sentence } = signal;
    return {
      seq: FIRST,
      isin: numbers.shareOf(share).isin,
      symbol,
      side,
      price,
      stop,
      target,
      medianTurnover,
      madeAt,
      validUntil: later(madeAt, ENTRY_VALID_MS),
      marketAt: marketClock.now(),
      sentence,
      record: { features, score, threshold: Number.isFinite(threshold) ? threshold : null, modelHash },
    };
  }
}
