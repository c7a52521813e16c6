import { isFinal, type OrderChange, type OrderTicket } from "../order/order.ts";
import { isInsideBand, type PriceBand } from "../order/price-band.ts";
import { type Paise, paise } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { EpochMs } from "../time/clock.ts";
import { forgetTaken, type Matched, matchOrder } from "./match-order.ts";
import {
  type PaperBook,
  type PaperFill,
  type PaperMarket,
  type PaperOrder,
  type PaperShare,
  paperOrderId,
} from "./paper-model.ts";
import { fundsOf } from "./paper-money.ts";
import { isFresh, type PaperSettings } from "./paper-settings.ts";

export interface PaperMoment {
  readonly now: EpochMs;
  readonly isOpen: boolean;
  /** The newest market of the share; `null` if there was none. */
  readonly market: PaperMarket | null;
  readonly band: PriceBand | null;
  readonly settings: PaperSettings;
}

export interface PaperAccepted {
  readonly book: PaperBook;
  readonly order: PaperOrder;
}

/** A sentence for users. */
export type PaperRefusal = string;

function replaceOrder(book: PaperBook, order: PaperOrder): PaperBook {
  return { ...book, orders: book.orders.map((other) => (other.no === order.no ? order : other)) };
}

function addMatched(book: PaperBook, { order, fills, taken }: Matched, at: EpochMs): PaperBook {
  if (order === book.orders[order.no - 1] && taken === book.taken) return book;
  const { id, share, side, product } = order;
  const count = book.fills.filter(({ orderId }) => orderId === id).length;
  const added = fills.map(
    ({ price, quantity }, n): PaperFill => ({
      id: `${id}-${count + n + 1}`,
      orderId: id,
      share,
      side,
      product,
      quantity,
      price,
      at,
    }),
  );
  const next = { ...replaceOrder(book, order), taken };
  return added.length === 0 ? next : { ...next, fills: [...book.fills, ...added] };
}

const orderOf = (book: PaperBook, no: number): PaperOrder => book.orders[no - 1] as PaperOrder;

/** Applies a market that is not too old; an immediate order ends without one. */
function meet(book: PaperBook, order: PaperOrder, { now, market, settings }: PaperMoment): PaperAccepted {
  if (market !== null && isFresh(market, now, settings)) {
    const known = forgetTaken(book.taken, market);
    const after = addMatched(book, matchOrder(order, { ...market, at: now }, known, settings), now);
    return { book: after, order: orderOf(after, order.no) };
  }
  if (order.validity !== "ioc") return { book, order };
  const ended: PaperOrder = { ...order, status: "cancelled", reason: "no price is known", updatedAt: now };
  return { book: replaceOrder(book, ended), order: ended };
}

function isFar(price: Paise, last: Paise, { bandPercent }: PaperSettings): boolean {
  return Math.abs(price - last) * 100 > last * bandPercent;
}

function judgePrice(price: Paise, share: PaperShare, moment: PaperMoment): PaperRefusal | null {
  const { band, market, settings } = moment;
  if (price <= 0 || price % share.tickSize !== 0) return "the price is no multiple of the tick size";
  if (band !== null && !isInsideBand(price, band)) return "the price is outside the day's band";
  if (market !== null && isFar(price, market.last, settings)) return "the price is outside the day's band";
  return null;
}

/** An order that only closes is never refused for lack of funds. */
function isTooDear(before: PaperBook, after: PaperBook, settings: PaperSettings): boolean {
  const funds = fundsOf(after, settings);
  return funds.available < 0 && funds.used > fundsOf(before, settings).used;
}

/** `null` if it is accepted. */
function judge(order: PaperOrder, before: PaperBook, after: PaperBook, moment: PaperMoment): PaperRefusal | null {
  const { pricing, quantity, filledQuantity, share } = order;
  if (!moment.isOpen) return "the market is closed";
  if (!Number.isSafeInteger(quantity) || quantity <= filledQuantity) return "the quantity is not above what is filled";
  for (const price of pricing.kind === "limit" ? [pricing.limit] : [pricing.limit, pricing.trigger]) {
    const refusal = judgePrice(price, share, moment);
    if (refusal !== null) return refusal;
  }
  return isTooDear(before, after, moment.settings) ? "the funds do not suffice" : null;
}

/** A repeated tag is the same order. */
export function placeOnPaper(
  book: PaperBook,
  ticket: OrderTicket,
  moment: PaperMoment,
): Result<PaperAccepted, PaperRefusal> {
  const known = book.orders.find(({ tag }) => tag === ticket.tag);
  if (known !== undefined) return ok({ book, order: known });
  const { tag, side, product, validity, quantity, pricing, instrument } = ticket;
  const no = book.orders.length + 1;
  const order: PaperOrder = {
    id: paperOrderId(book.day, no),
    no,
    tag,
    share: { isin: instrument.isin, symbol: instrument.brokerSymbol, tickSize: instrument.tickSize },
    side,
    product,
    validity,
    quantity,
    pricing,
    isTriggered: false,
    status: pricing.kind === "limit" ? "open" : "trigger_pending",
    reason: null,
    filledQuantity: 0,
    filledValue: paise(0),
    modifications: 0,
    isResting: false,
    queueAhead: 0,
    volumeSeen: null,
    seenAt: null,
    creditPermille: 0,
    placedAt: moment.now,
    updatedAt: moment.now,
  };
  const placed = { ...book, orders: [...book.orders, order] };
  const refusal = judge(order, book, placed, moment);
  return refusal === null ? ok(meet(placed, order, moment)) : err(refusal);
}

/** A triggered stop stays triggered; any change moves it to the end of the queue. */
function changed(before: PaperOrder, { pricing, quantity, validity }: OrderChange, now: EpochMs): PaperOrder {
  const isTriggered = pricing.kind === "stop_limit" && before.isTriggered;
  return {
    ...before,
    pricing,
    quantity,
    validity,
    isTriggered,
    status: pricing.kind === "stop_limit" && !isTriggered ? "trigger_pending" : "open",
    modifications: before.modifications + 1,
    isResting: false,
    queueAhead: 0,
    volumeSeen: null,
    seenAt: null,
    creditPermille: 0,
    updatedAt: now,
  };
}

function findWorking(book: PaperBook, id: string): Result<PaperOrder, PaperRefusal> {
  const order = book.orders.find((other) => other.id === id);
  if (order === undefined) return err("the order is not known");
  return isFinal(order.status) ? err(`the order is ${order.status} already`) : ok(order);
}

export function modifyOnPaper(
  book: PaperBook,
  change: OrderChange,
  moment: PaperMoment,
): Result<PaperAccepted, PaperRefusal> {
  const found = findWorking(book, change.orderId);
  if (!found.ok) return found;
  if (found.value.modifications >= moment.settings.modificationsMax) return err("the order was changed too often");
  const order = changed(found.value, change, moment.now);
  const placed = replaceOrder(book, order);
  const refusal = judge(order, book, placed, moment);
  return refusal === null ? ok(meet(placed, order, moment)) : err(refusal);
}

export function cancelOnPaper(book: PaperBook, id: string, now: EpochMs): Result<PaperAccepted, PaperRefusal> {
  const found = findWorking(book, id);
  if (!found.ok) return found;
  const order: PaperOrder = { ...found.value, status: "cancelled", updatedAt: now };
  return ok({ book: replaceOrder(book, order), order });
}

/** Oldest order first. Returns the same book if nothing changed. */
export function applyMarket(before: PaperBook, market: PaperMarket, settings: PaperSettings): PaperBook {
  const taken = forgetTaken(before.taken, market);
  let book: PaperBook = taken === before.taken ? before : { ...before, taken };
  for (const order of before.orders) {
    if (isFinal(order.status) || order.share.isin !== market.isin) continue;
    book = addMatched(book, matchOrder(order, market, book.taken, settings), market.at);
  }
  return book;
}
