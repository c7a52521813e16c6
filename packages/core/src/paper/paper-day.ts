import type { Tariff } from "../charges/tariff.ts";
import { isFinal } from "../order/order.ts";
import { paise } from "../shared/money.ts";
import { type EpochMs, epochMs } from "../time/clock.ts";
import { type IstDate, istInstant } from "../time/ist.ts";
import type { TradingCalendar } from "../time/trading-calendar.ts";
import { type PaperBook, type PaperFill, type PaperMarket, type PaperOrder, paperOrderId } from "./paper-model.ts";
import { nextBook, type PaperPosition, positionsOf } from "./paper-money.ts";
import type { PaperSettings } from "./paper-settings.ts";

export interface PaperDayRules {
  readonly calendar: TradingCalendar;
  readonly tariff: Tariff;
  readonly settings: PaperSettings;
  marketOf(isin: string): PaperMarket | null;
}

function endOrders(book: PaperBook, isOver: (order: PaperOrder) => boolean, end: Partial<PaperOrder>): PaperBook {
  if (!book.orders.some((order) => !isFinal(order.status) && isOver(order))) return book;
  const orders = book.orders.map((order) => (isFinal(order.status) || !isOver(order) ? order : { ...order, ...end }));
  return { ...book, orders };
}

/** Closes a position at the shown price of the other side, worse by the slippage; else at the last price. */
function squareOff(book: PaperBook, position: PaperPosition, market: PaperMarket, rules: PaperDayRules): PaperBook {
  const { share, product, netQuantity } = position;
  const isSale = netQuantity > 0;
  const shown = (isSale ? market.bids : market.asks)[0]?.price ?? market.last;
  const slip = rules.settings.slippageTicks * share.tickSize;
  const price = paise(Math.max(share.tickSize, isSale ? shown - slip : shown + slip));
  const quantity = Math.abs(netQuantity);
  const no = book.orders.length + 1;
  const id = paperOrderId(book.day, no);
  const side = isSale ? "sell" : "buy";
  const order: PaperOrder = {
    id,
    no,
    tag: null,
    share,
    side,
    product,
    validity: "day",
    quantity,
    pricing: { kind: "limit", limit: price },
    isTriggered: false,
    status: "filled",
    reason: "closed at the end of the day",
    filledQuantity: quantity,
    filledValue: paise(quantity * price),
    modifications: 0,
    isResting: true,
    queueAhead: 0,
    volumeSeen: null,
    seenAt: null,
    creditPermille: 0,
    placedAt: market.at,
    updatedAt: market.at,
  };
  const fill: PaperFill = { id: `${id}-1`, orderId: id, share, side, product, quantity, price, at: market.at };
  return { ...book, orders: [...book.orders, order], fills: [...book.fills, fill] };
}

function closeIntraday(before: PaperBook, at: EpochMs, rules: PaperDayRules): PaperBook {
  const end = { status: "cancelled", reason: "cancelled before the day's end", updatedAt: at } as const;
  let book = endOrders(before, ({ product }) => product === "intraday", end);
  for (const position of positionsOf(book)) {
    const market = rules.marketOf(position.share.isin);
    if (position.product !== "intraday" || position.netQuantity === 0 || market === null) continue;
    book = squareOff(book, position, { ...market, at }, rules);
  }
  return book;
}

/** When the day's trading ends; `null` on a day without trading. */
function closeOf(day: IstDate, calendar: TradingCalendar): EpochMs | null {
  const { close } = calendar.sessionOf(day);
  return close === null ? null : istInstant(day, close);
}

function passDay(book: PaperBook, now: EpochMs, rules: PaperDayRules): PaperBook {
  const close = closeOf(book.day, rules.calendar);
  const closing = istInstant(book.day, rules.settings.squareOff);
  const squaring = close === null ? closing : epochMs(Math.min(close, closing));
  if (now < squaring) return book;
  const squared = closeIntraday(book, now, rules);
  if (now < (close ?? squaring)) return squared;
  return endOrders(squared, () => true, { status: "expired", reason: "the day is over", updatedAt: now });
}

/** The book at `now`: closes what the day's end closes, and starts a later day. */
export function passTime(book: PaperBook, now: EpochMs, today: IstDate, rules: PaperDayRules): PaperBook {
  // A later day's prices do not apply.
  if (today > book.day) return nextBook(passDay(book, now, { ...rules, marketOf: () => null }), today, rules.tariff);
  return passDay(book, now, rules);
}
