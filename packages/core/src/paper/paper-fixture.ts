import type { OrderTag, OrderTicket } from "../order/order.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import type { PaperMoment } from "./paper-book.ts";
import { emptyBook, type PaperMarket } from "./paper-model.ts";
import { PAPER_SETTINGS } from "./paper-settings.ts";

export const DAY = istDate("2026-11-16");
export const SBIN = {
  isin: "INE062A01020",
  symbol: "SBIN",
  brokerSymbol: "SBIN",
  token: "3045",
  tickSize: paise(10),
  lotSize: 1,
};

export const at = (hour: number, minute: number): EpochMs => istInstant(DAY, istMinute(hour, minute));

export const rs = (amount: number): Paise => paise(Math.round(amount * 100));

export const aBook = (cash = rs(1_000_000)) => emptyBook(DAY, cash);

export const aMarket = (draft: Partial<PaperMarket> = {}): PaperMarket => ({
  isin: SBIN.isin,
  at: at(10, 0),
  last: rs(1_083),
  volume: 100_000,
  bids: [{ price: rs(1_082.9), quantity: 500 }],
  asks: [{ price: rs(1_083.1), quantity: 500 }],
  ...draft,
});

export const aMoment = (draft: Partial<PaperMoment> = {}): PaperMoment => ({
  now: at(10, 0),
  isOpen: true,
  market: aMarket(),
  band: null,
  settings: PAPER_SETTINGS,
  ...draft,
});

let tags = 0;

/** Buys ten SBIN at 1083 rupees by default. */
export const aTicket = (draft: Partial<OrderTicket> = {}): OrderTicket => ({
  tag: `PAPER${String(++tags).padStart(10, "0")}` as OrderTag,
  instrument: SBIN,
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: rs(1_083) },
  validity: "day",
  ...draft,
});
