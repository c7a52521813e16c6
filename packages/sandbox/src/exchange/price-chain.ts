import { DAY_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
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

const dayNumber = (date: IstDate): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
const segmentOf = (instrument: Instrument): Segment => (instrument.isFno ? "fno" : "other");

/**
 * The closes of all days, one after the other: forward from the anchor, where every stock stood at its reference
 * price, and backward before it. A day that was lived puts its own closes in, and the later ones follow from them.
 */
export class PriceChain {
  readonly #hours: Hours;
  readonly #anchor: IstDate;
  readonly #instruments: readonly Instrument[];
  readonly #tempers: readonly Temper[];
  readonly #closes = new Map<IstDate, Int32Array>();
  readonly #scratch = createScratch();

  constructor(hours: Hours, anchorDate: IstDate, instruments: readonly Instrument[]) {
    this.#hours = hours;
    this.#instruments = instruments;
    this.#tempers = instruments.map((instrument) => temperOf(hours.seed, instrument));
    this.#anchor = sessionDayBefore(hours, anchorDate);
    this.#closes.set(
      this.#anchor,
      Int32Array.from(instruments, ({ referencePrice }) => referencePrice),
    );
  }

  /** The closes of a session day, lived or drawn. */
  closesOn(date: IstDate): Int32Array {
    return this.#closes.get(date) ?? (date > this.#anchor ? this.#drawnAfter(date) : this.#drawnBefore(date));
  }

  closesBefore(date: IstDate): Int32Array {
    return this.closesOn(sessionDayBefore(this.#hours, date));
  }

  /** What really became of a day. Later days that were only drawn are forgotten. */
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
      const number = dayNumber(day);
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
      const number = dayNumber(known);
      const market = marketReturn(this.#hours.seed, number);
      closes = closes.map((close, index) => closeBefore(this.#tempers[index] as Temper, market, number, close));
      this.#closes.set(day, closes);
      known = day;
    }
    return closes;
  }

  /** The day of one stock as the seed has it, from the given previous close (the chain's own unless told). */
  planOf(index: number, session: SessionDay, previousClose?: number): DayPlan {
    const { date } = session;
    const temper = this.#tempers[index] as Temper;
    const day = dayNumber(date);
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
