import { DAY_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { hashText } from "./chance.ts";
import type { Instrument } from "./model.ts";
import {
  closeAfter,
  closeBefore,
  createScratch,
  type DayPlan,
  drawDay,
  marketReturn,
  type Temper,
  temperOf,
} from "./price-day.ts";
import {
  type Hours,
  minutesBetween,
  type Segment,
  type SessionDay,
  sessionDayAfter,
  sessionDayBefore,
  sessionDayOn,
} from "./sessions.ts";
import type { ExchangeSettings } from "./settings.ts";

const calendarNumber = (date: IstDate): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
/** The anchor's number where sessions are counted; outside the calendar's range. */
const FIRST_NUMBER = 1_000_000;

type Anchor = Pick<ExchangeSettings, "anchorDate" | "isCountedFromAnchor">;

/** The number by which each session is drawn: the calendar's, or its distance in sessions from the anchor. */
class DayNumbers {
  readonly #hours: Hours;
  readonly #isCounted: boolean;
  readonly #counted = new Map<IstDate, number>();
  #oldest: IstDate;
  #newest: IstDate;

  constructor(hours: Hours, first: IstDate, isCounted: boolean) {
    this.#hours = hours;
    this.#isCounted = isCounted;
    this.#oldest = first;
    this.#newest = first;
    this.#counted.set(first, FIRST_NUMBER);
  }

  of(date: IstDate): number {
    if (!this.#isCounted) return calendarNumber(date);
    while (this.#newest < date) this.#count(sessionDayAfter(this.#hours, this.#newest), 1);
    while (this.#oldest > date) this.#count(sessionDayBefore(this.#hours, this.#oldest), -1);
    return this.#counted.get(date) ?? calendarNumber(date);
  }

  keyOf(date: IstDate): number {
    return this.#isCounted ? this.of(date) : hashText(date);
  }

  #count(date: IstDate, by: 1 | -1): void {
    const from = this.#counted.get(by === 1 ? this.#newest : this.#oldest) ?? FIRST_NUMBER;
    this.#counted.set(date, from + by);
    if (by === 1) this.#newest = date;
    else this.#oldest = date;
  }
}

const segmentOf = (instrument: Instrument): Segment => (instrument.isFno ? "fno" : "other");

/** Forward and backward from the anchor. A simulated day replaces its drawn closes, and later ones follow from them. */
export class PriceChain {
  readonly #hours: Hours;
  readonly #anchor: IstDate;
  readonly #instruments: readonly Instrument[];
  readonly #tempers: readonly Temper[];
  readonly #closes = new Map<IstDate, Int32Array>();
  readonly #scratch = createScratch();
  readonly #numbers: DayNumbers;

  constructor(hours: Hours, anchor: Anchor, instruments: readonly Instrument[]) {
    this.#hours = hours;
    this.#instruments = instruments;
    this.#tempers = instruments.map((instrument) => temperOf(hours.seed, instrument));
    this.#anchor = sessionDayBefore(hours, anchor.anchorDate);
    this.#numbers = new DayNumbers(hours, sessionDayAfter(hours, this.#anchor), anchor.isCountedFromAnchor);
    this.#closes.set(
      this.#anchor,
      Int32Array.from(instruments, ({ referencePrice }) => referencePrice),
    );
  }

  keyOf(date: IstDate): number {
    return this.#numbers.keyOf(date);
  }

  closesOn(date: IstDate): Int32Array {
    return this.#closes.get(date) ?? (date > this.#anchor ? this.#drawnAfter(date) : this.#drawnBefore(date));
  }

  closesBefore(date: IstDate): Int32Array {
    return this.closesOn(sessionDayBefore(this.#hours, date));
  }

  /** A simulated day's actual closes. Drops later drawn days. */
  setCloses(date: IstDate, closes: Int32Array): void {
    for (const drawn of this.#closes.keys()) if (drawn > date && date > this.#anchor) this.#closes.delete(drawn);
    this.#closes.set(date, closes);
  }

  #drawnAfter(date: IstDate): Int32Array {
    const missing: IstDate[] = [];
    let known = date;
    while (!this.#closes.has(known)) {
      missing.push(known);
      known = sessionDayBefore(this.#hours, known);
    }
    let closes = this.#closes.get(known) as Int32Array;
    for (const day of missing.reverse()) {
      const number = this.#numbers.of(day);
      const market = marketReturn(this.#hours.seed, number);
      closes = closes.map((close, index) => closeAfter(this.#tempers[index] as Temper, market, number, close));
      this.#closes.set(day, closes);
    }
    return closes;
  }

  #drawnBefore(date: IstDate): Int32Array {
    const missing: IstDate[] = [];
    let known = date;
    while (!this.#closes.has(known)) {
      missing.push(known);
      known = sessionDayAfter(this.#hours, known);
    }
    let closes = this.#closes.get(known) as Int32Array;
    for (const day of missing.reverse()) {
      const number = this.#numbers.of(known);
      const market = marketReturn(this.#hours.seed, number);
      closes = closes.map((close, index) => closeBefore(this.#tempers[index] as Temper, market, number, close));
      this.#closes.set(day, closes);
      known = day;
    }
    return closes;
  }

  /** One stock's drawn day, from the given previous close (default: the chain's own). */
  planOf(index: number, session: SessionDay, previousClose?: number): DayPlan {
    const { date } = session;
    const temper = this.#tempers[index] as Temper;
    const day = this.#numbers.of(date);
    const market = marketReturn(this.#hours.seed, day);
    const before = previousClose ?? (this.closesBefore(date)[index] as number);
    const isDrawnBack = date <= this.#anchor;
    const times = session[segmentOf(this.#instruments[index] as Instrument)];
    return drawDay(
      temper,
      {
        day,
        market,
        minutes: minutesBetween(session.open, times.continuousUntil),
        previousClose: before,
        close: isDrawnBack ? (this.closesOn(date)[index] as number) : closeAfter(temper, market, day, before),
        hasPreOpen: times.preOpen !== null,
        hasClosingAuction: times.closing !== null,
      },
      this.#scratch,
    );
  }

  planOn(index: number, date: IstDate): DayPlan {
    return this.planOf(index, sessionDayOn(this.#hours, date));
  }
}
