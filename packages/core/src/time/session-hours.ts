import { type IstDate, type IstMinute, istDate, istMinute } from "./ist.ts";

/** NSE's cash segment on an ordinary day. */
export const SESSION_OPEN = istMinute(9, 15);
export const SESSION_CLOSE = istMinute(15, 30);

/** Stocks with futures and options close by an auction since this day: they trade continuously until 15:15 only. */
const CLOSING_AUCTION_SINCE: IstDate = istDate("2026-08-03");
const CLOSING_AUCTION_FROM = istMinute(15, 15);

/** When continuous trading in such stocks ends on an ordinary day. */
export const continuousUntil = (day: IstDate): IstMinute =>
  day >= CLOSING_AUCTION_SINCE ? CLOSING_AUCTION_FROM : SESSION_CLOSE;
