import { type EpochMs, epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { addDays, type IstDate, type IstMinute, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { type CallAuction, CLOSING_AUCTION, preOpenOn } from "@vriddhi/core/time/session-hours";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { hashText, mix } from "./chance.ts";
import type { Phase } from "./model.ts";
import type { ExchangeSettings, SpecialSession } from "./settings.ts";

export type Segment = "fno" | "other";

/** Orders are collected from `from` until a random moment, and matched at one price. */
export interface AuctionTimes {
  readonly from: EpochMs;
  /** Market orders are refused from then on; `null`: accepted to the end. */
  readonly limitOnlyFrom: EpochMs | null;
  readonly collectUntil: EpochMs;
  readonly matchAt: EpochMs;
}

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

const CONTINUOUS_END_FNO = istMinute(15, 15);

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

function auctionTimes(
  hours: Hours,
  date: IstDate,
  { from, limitOnlyFrom, closesFrom, closesUntil }: CallAuction,
  { begins, purpose }: { readonly begins: IstMinute; readonly purpose: number },
): AuctionTimes {
  const at = (minute: IstMinute): EpochMs => later(istInstant(date, begins), (minute - from) * MINUTE_MS);
  const spreadMs = (closesUntil - closesFrom) * MINUTE_MS;
  return {
    from: at(from),
    limitOnlyFrom: limitOnlyFrom === null ? null : at(limitOnlyFrom),
    collectUntil: later(at(closesFrom), drawnMs(hours, date, purpose, spreadMs)),
    matchAt: at(closesUntil),
  };
}

const preOpenTimes = (hours: Hours, date: IstDate, begins: IstMinute): AuctionTimes =>
  auctionTimes(hours, date, preOpenOn(date), { begins, purpose: PRE_OPEN_PURPOSE });

/** Its trades are published as soon as its collection ends. */
function closingTimes(hours: Hours, date: IstDate): AuctionTimes {
  const times = auctionTimes(hours, date, CLOSING_AUCTION, { begins: CLOSING_AUCTION.from, purpose: CLOSING_PURPOSE });
  return { ...times, matchAt: times.collectUntil };
}

export function sessionDayOn(hours: Hours, date: IstDate): SessionDay {
  const { preOpen, open, close, hasClosingAuction } = specialOn(hours, date) ?? ordinary;
  const opening = {
    preOpen: preOpen === null ? null : preOpenTimes(hours, date, preOpen),
    open: istInstant(date, open),
  };
  const closeAt = istInstant(date, close);
  const other: SegmentTimes = { ...opening, continuousUntil: closeAt, closing: null, closed: closeAt };
  const fno: SegmentTimes = hasClosingAuction
    ? {
        ...opening,
        continuousUntil: istInstant(date, CONTINUOUS_END_FNO),
        closing: closingTimes(hours, date),
        closed: istInstant(date, CLOSING_AUCTION.matchedUntil),
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
