import { type IstDate, type IstMinute, istDate, istMinute } from "./ist.ts";

export const SESSION_OPEN = istMinute(9, 15);
export const SESSION_CLOSE = istMinute(15, 30);

/** Orders are collected, the collection closes at a random moment, and all of them match at one price. */
export interface CallAuction {
  readonly from: IstMinute;
  /** Limit orders only from then on; market orders of the opening auction are neither changed nor cancelled. */
  readonly limitOnlyFrom: IstMinute | null;
  /** The collection closes at a random moment between these two. */
  readonly closesFrom: IstMinute;
  readonly closesUntil: IstMinute;
  /** By then every trade of the auction is confirmed. */
  readonly matchedUntil: IstMinute;
}

interface DatedAuction {
  readonly since: IstDate | null;
  readonly hours: CallAuction;
}

/** The opening auction by the exchange's circulars, newest first; a buffer until the open follows. */
const PRE_OPEN: readonly [DatedAuction, ...DatedAuction[]] = [
  // NSE CMTR74969 of 1 July 2026
  {
    since: istDate("2026-09-07"),
    hours: {
      from: istMinute(9, 0),
      limitOnlyFrom: istMinute(9, 5),
      closesFrom: istMinute(9, 8),
      closesUntil: istMinute(9, 10),
      matchedUntil: istMinute(9, 12),
    },
  },
  {
    since: null,
    hours: {
      from: istMinute(9, 0),
      limitOnlyFrom: null,
      closesFrom: istMinute(9, 7),
      closesUntil: istMinute(9, 8),
      matchedUntil: istMinute(9, 12),
    },
  },
];

export const preOpenOn = (day: IstDate): CallAuction =>
  (PRE_OPEN.find(({ since }) => since === null || day >= since) ?? PRE_OPEN[0]).hours;

/** Stocks with futures and options have a closing auction since this day: continuous trading ends at 15:15. */
const CLOSING_AUCTION_SINCE: IstDate = istDate("2026-08-03");
const CLOSING_AUCTION_FROM = istMinute(15, 15);

/** NSE/CMTR/74466 of 29 May 2026; its reference price is determined from 15:15 to 15:20. */
export const CLOSING_AUCTION: CallAuction = {
  from: istMinute(15, 20),
  limitOnlyFrom: istMinute(15, 25),
  closesFrom: istMinute(15, 28),
  closesUntil: istMinute(15, 30),
  matchedUntil: istMinute(15, 35),
};

/** End of continuous trading in such stocks on an ordinary day. */
export const continuousUntil = (day: IstDate): IstMinute =>
  day >= CLOSING_AUCTION_SINCE ? CLOSING_AUCTION_FROM : SESSION_CLOSE;
