import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { hashText, mix } from "./chance.ts";
import type { Phase } from "./model.ts";
import type { ExchangeSettings, SpecialSession } from "./settings.ts";

export type Segment = "fno" | "other";

/** Orders are collected from `from` until a moment nobody knows, and matched at one price. */
export interface AuctionTimes {
  readonly from: EpochMs;
  readonly collectUntil: EpochMs;
  readonly matchAt: EpochMs;
}

/** The hours of one segment on one day. */
export interface SegmentTimes {
  readonly preOpen: AuctionTimes | null;
  readonly open: EpochMs;
  readonly continuousUntil: EpochMs;
  readonly closing: AuctionTimes | null;
  readonly closed: EpochMs;
}

export interface SessionDay {
  readonly date: IstDate;
  readonly rollOver: EpochMs;
  /** Candles count their minutes from here. */
  readonly open: EpochMs;
  /** After the last segment has closed. */
  readonly closed: EpochMs;
  readonly fno: SegmentTimes;
  readonly other: SegmentTimes;
}

export interface Hours {
  readonly seed: number;
  readonly calendar: TradingCalendar;
  readonly settings: Pick<ExchangeSettings, "specialSessions" | "rollOverMinute">;
}

const ordinary: Omit<SpecialSession, "date" | "name"> = {
  preOpen: istMinute(9, 0),
  open: istMinute(9, 15),
  close: istMinute(15, 30),
  hasClosingAuction: true,
};

/** 9:00-9:08: collection ends in the last minute, matching begins after it. */
const PRE_OPEN_MATCH_MS = 8 * MINUTE_MS;

const CONTINUOUS_END_FNO = istMinute(15, 15);
const CLOSING_FROM = istMinute(15, 20);
/** Collection ends between 15:28 and 15:30. */
const CLOSING_END_FROM = istMinute(15, 28);
const CLOSING_END_SPREAD_MS = 2 * MINUTE_MS;
const CLOSING_DONE = istMinute(15, 35);

const PRE_OPEN_PURPOSE = 0x901;
const CLOSING_PURPOSE = 0x902;

/** A whole second within the spread, by the seed and the day. */
const drawnMs = (hours: Hours, date: IstDate, purpose: number, spreadMs: number): number =>
  (mix(hours.seed, hashText(date), purpose) % (spreadMs / SECOND_MS)) * SECOND_MS;

const specialOn = (hours: Hours, date: IstDate): SpecialSession | undefined =>
  hours.settings.specialSessions.find((session) => session.date === date);

export const isSessionDay = (hours: Hours, date: IstDate): boolean =>
  isTradingDay(hours.calendar, date) || specialOn(hours, date) !== undefined;

export function sessionDayBefore(hours: Hours, date: IstDate): IstDate {
  let day = addDays(date, -1);
  while (!isSessionDay(hours, day)) day = addDays(day, -1);
  return day;
}

export function sessionDayAfter(hours: Hours, date: IstDate): IstDate {
  let day = addDays(date, 1);
  while (!isSessionDay(hours, day)) day = addDays(day, 1);
  return day;
}

function preOpenTimes(hours: Hours, date: IstDate, minute: IstMinute | null): AuctionTimes | null {
  if (minute === null) return null;
  const from = istInstant(date, minute);
  const lastMinute = later(from, PRE_OPEN_MATCH_MS - MINUTE_MS);
  return {
    from,
    collectUntil: later(lastMinute, drawnMs(hours, date, PRE_OPEN_PURPOSE, MINUTE_MS)),
    matchAt: later(from, PRE_OPEN_MATCH_MS),
  };
}

function closingTimes(hours: Hours, date: IstDate): AuctionTimes {
  const end = later(istInstant(date, CLOSING_END_FROM), drawnMs(hours, date, CLOSING_PURPOSE, CLOSING_END_SPREAD_MS));
  return { from: istInstant(date, CLOSING_FROM), collectUntil: end, matchAt: end };
}

/** The hours of a day on which there is a session. */
export function sessionDayOn(hours: Hours, date: IstDate): SessionDay {
  const { preOpen, open, close, hasClosingAuction } = specialOn(hours, date) ?? ordinary;
  const opening = { preOpen: preOpenTimes(hours, date, preOpen), open: istInstant(date, open) };
  const closeAt = istInstant(date, close);
  const other: SegmentTimes = { ...opening, continuousUntil: closeAt, closing: null, closed: closeAt };
  const fno: SegmentTimes = hasClosingAuction
    ? {
        ...opening,
        continuousUntil: istInstant(date, CONTINUOUS_END_FNO),
        closing: closingTimes(hours, date),
        closed: istInstant(date, CLOSING_DONE),
      }
    : other;
  return {
    date,
    rollOver: istInstant(date, hours.settings.rollOverMinute),
    open: opening.open,
    closed: epochMs(Math.max(fno.closed, other.closed)),
    fno,
    other,
  };
}

/** From when on each phase of the segment's day holds, in order; it ends closed. */
export function phasesOf(times: SegmentTimes): readonly { readonly at: EpochMs; readonly phase: Phase }[] {
  const opening = times.preOpen
    ? ([
        { at: times.preOpen.from, phase: "pre_open" },
        { at: times.preOpen.collectUntil, phase: "pre_open_matching" },
      ] as const)
    : [];
  const closing = times.closing
    ? ([
        { at: times.continuousUntil, phase: "closing_reference" },
        { at: times.closing.from, phase: "closing_auction" },
        { at: times.closing.collectUntil, phase: "closing_matching" },
      ] as const)
    : [];
  return [...opening, { at: times.open, phase: "continuous" }, ...closing, { at: times.closed, phase: "closed" }];
}

export const minutesBetween = (from: EpochMs, to: EpochMs): number => Math.round((to - from) / MINUTE_MS);
