import { recordOf } from "@vriddhi/core/shared/record-of";
import { type IstDate, type IstMinute, istDate, istMinute } from "@vriddhi/core/time/ist";
import { brokers, members } from "./members.ts";
import type { Broker, Instrument } from "./model.ts";

/** One minute for stocks with a closing auction, one for the others. */
export interface SquareOffMinutes {
  readonly fno: IstMinute;
  readonly other: IstMinute;
}

/** A session outside the calendar's ordinary days, or with other hours on one of them. */
export interface SpecialSession {
  readonly date: IstDate;
  readonly name: string;
  /** `null`: no pre-open. */
  readonly preOpen: IstMinute | null;
  readonly open: IstMinute;
  readonly close: IstMinute;
  /** F&O stocks end with the closing auction as on ordinary days; only for sessions with the ordinary close. */
  readonly hasClosingAuction: boolean;
}

export interface ExchangeSettings {
  readonly instruments: readonly Instrument[];
  /** `full`: a tick a second per symbol. `sparse`: four ticks a minute. Both draw the same minute candles. */
  readonly detail: "full" | "sparse";
  /** Off: only client orders trade with each other, and prices never move alone. */
  readonly hasSyntheticMarket: boolean;
  readonly specialSessions: readonly SpecialSession[];
  /** The day on whose eve every stock was at its reference price: past and future days are drawn from there. */
  readonly anchorDate: IstDate;
  /** True: days are drawn by their distance in sessions from the anchor, so that every anchor has the same days. */
  readonly isCountedFromAnchor: boolean;
  /** The day begins: yesterday's books are closed and settled. */
  readonly rollOverMinute: IstMinute;
  readonly squareOff: Readonly<Record<Broker, SquareOffMinutes>>;
  readonly squareOffProtectionBasisPoints: number;
  readonly intradayMarginBasisPoints: number;
  readonly flexCoolingMs: number;
  /** How long the rest of an order waits after `nextFillPartial`. */
  readonly partialHoldMs: number;
  /** Simulated days whose minute candles and orders are kept. */
  readonly daysKept: number;
}

/** The others are published; this one is assumed: between our own square-off (15:10) and the end of trading (15:15). */
const ASSUMED_FNO_SQUARE_OFF = istMinute(15, 12);

const squareOff: ExchangeSettings["squareOff"] = recordOf(brokers, (broker) => ({
  fno: ASSUMED_FNO_SQUARE_OFF,
  other: members[broker].squareOff,
}));

/** Dates from the bar files and the published list; the hour of the Muhurat of 2026 is assumed. */
const specialSessions: readonly SpecialSession[] = [
  {
    date: istDate("2026-02-01"),
    name: "Union Budget",
    preOpen: istMinute(9, 0),
    open: istMinute(9, 15),
    close: istMinute(15, 30),
    hasClosingAuction: false,
  },
  {
    date: istDate("2026-11-08"),
    name: "Muhurat",
    preOpen: istMinute(18, 0),
    open: istMinute(18, 15),
    close: istMinute(19, 15),
    hasClosingAuction: false,
  },
];

export const defaultSettings: Omit<ExchangeSettings, "instruments"> = {
  detail: "full",
  hasSyntheticMarket: true,
  specialSessions,
  anchorDate: istDate("2026-11-16"),
  isCountedFromAnchor: false,
  rollOverMinute: istMinute(6, 0),
  squareOff,
  squareOffProtectionBasisPoints: 300,
  intradayMarginBasisPoints: 2_000,
  flexCoolingMs: 15 * 60_000,
  partialHoldMs: 10_000,
  daysKept: 30,
};
