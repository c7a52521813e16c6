import type { Side } from "../order/order.ts";
import { isFinal } from "../order/order.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { PaperLevel, PaperMarket, PaperOrder, PaperTaken } from "./paper-model.ts";
import { type PaperSettings, touchShares } from "./paper-settings.ts";

export interface Matched {
  readonly order: PaperOrder;
  readonly fills: readonly PaperLevel[];
  readonly taken: readonly PaperTaken[];
}

const PERMILLE = 1_000;

/** Negative if `a` is the better price for `side`; 0 if equal. */
const compare = (side: Side, a: Paise, b: Paise): number => (side === "buy" ? a - b : b - a);

const isWaiting = (order: PaperOrder): boolean => order.pricing.kind === "stop_limit" && !order.isTriggered;

function isTriggerReached({ pricing, side }: PaperOrder, last: Paise): boolean {
  return pricing.kind === "stop_limit" && compare(side, last, pricing.trigger) >= 0;
}

const openQuantity = (order: PaperOrder): number => order.quantity - order.filledQuantity;

const takenAt = (taken: readonly PaperTaken[], { side, share }: PaperOrder, price: Paise): number =>
  taken.find((one) => one.isin === share.isin && one.side === side && one.price === price)?.quantity ?? 0;

function addTaken(taken: readonly PaperTaken[], order: PaperOrder, { price, quantity }: PaperLevel): PaperTaken[] {
  const { isin } = order.share;
  const others = taken.filter((one) => one.isin !== isin || one.side !== order.side || one.price !== price);
  return [...others, { isin, side: order.side, price, quantity: takenAt(taken, order, price) + quantity }];
}

/** Worse than shown by the slippage in transit, never beyond its limit; at its own price once it rests. */
function takingPrice(order: PaperOrder, shown: Paise, { slippageTicks }: PaperSettings): Paise {
  const { limit } = order.pricing;
  if (order.isResting) return limit;
  const slip = slippageTicks * order.share.tickSize;
  const slipped = paise(order.side === "buy" ? shown + slip : shown - slip);
  return compare(order.side, slipped, limit) > 0 ? limit : slipped;
}

function takeShown(order: PaperOrder, market: PaperMarket, before: readonly PaperTaken[], settings: PaperSettings) {
  const fills: PaperLevel[] = [];
  let taken = before;
  let open = openQuantity(order);
  for (const level of order.side === "buy" ? market.asks : market.bids) {
    if (open === 0 || compare(order.side, level.price, order.pricing.limit) > 0) break;
    const quantity = Math.min(open, level.quantity - takenAt(taken, order, level.price));
    if (quantity <= 0) continue;
    open -= quantity;
    fills.push({ price: takingPrice(order, level.price, settings), quantity });
    taken = addTaken(taken, order, { price: level.price, quantity });
  }
  return { fills, taken };
}

function queueOf(order: PaperOrder, market: PaperMarket, settings: PaperSettings): number {
  const { limit } = order.pricing;
  const own = order.side === "buy" ? market.bids : market.asks;
  const [best] = own;
  if (best !== undefined && compare(order.side, best.price, limit) < 0) return 0;
  return own.find(({ price }) => price === limit)?.quantity ?? touchShares(limit, settings);
}

/** Trades during a gap in the feed are not counted: their price is unknown. */
const isHeard = ({ volumeSeen, seenAt }: PaperOrder, { at }: PaperMarket, { gapMaxMs }: PaperSettings): boolean =>
  volumeSeen !== null && seenAt !== null && at - seenAt <= gapMaxMs;

function countTrades(order: PaperOrder, market: PaperMarket, settings: PaperSettings): PaperOrder {
  const { volume, last, at } = market;
  if (volume === null || volume <= (order.volumeSeen ?? -1)) return order;
  const traded = isHeard(order, market, settings) ? volume - (order.volumeSeen ?? volume) : 0;
  const seen = { ...order, volumeSeen: volume, seenAt: at };
  const side = compare(order.side, last, order.pricing.limit);
  if (!order.isResting || traded === 0 || side > 0) return seen;
  // Traded through: the queue ahead has been served.
  const queue = side < 0 ? 0 : order.queueAhead;
  const reached = Math.max(0, traded - queue);
  return {
    ...seen,
    queueAhead: Math.max(0, queue - traded),
    creditPermille: order.creditPermille + reached * settings.volumePermille,
  };
}

function fromTrades(order: PaperOrder): { readonly order: PaperOrder; readonly fills: readonly PaperLevel[] } {
  const whole = Math.floor(order.creditPermille / PERMILLE);
  if (whole === 0) return { order, fills: [] };
  const quantity = Math.min(whole, openQuantity(order));
  const rest = { ...order, creditPermille: order.creditPermille - whole * PERMILLE };
  return { order: rest, fills: quantity === 0 ? [] : [{ price: order.pricing.limit, quantity }] };
}

function withFills(order: PaperOrder, fills: readonly PaperLevel[], market: PaperMarket): PaperOrder {
  if (fills.length === 0 && order.validity !== "ioc") return order;
  const filledQuantity = fills.reduce((sum, { quantity }) => sum + quantity, order.filledQuantity);
  const filledValue = fills.reduce((sum, { price, quantity }) => sum + price * quantity, order.filledValue as number);
  const filled = { ...order, filledQuantity, filledValue: paise(filledValue) };
  if (filledQuantity === order.quantity) return { ...filled, status: "filled", updatedAt: market.at };
  if (order.validity === "ioc")
    return { ...filled, status: "cancelled", reason: "nothing more was there", updatedAt: market.at };
  return { ...filled, updatedAt: market.at };
}

function trigger(order: PaperOrder, { last, volume, at }: PaperMarket): PaperOrder {
  if (!isTriggerReached(order, last)) return order;
  return { ...order, isTriggered: true, status: "open", volumeSeen: volume, seenAt: at, updatedAt: at };
}

/** The only fill rule of paper orders: one order, one moment of the real market. */
export function matchOrder(
  before: PaperOrder,
  market: PaperMarket,
  taken: readonly PaperTaken[],
  settings: PaperSettings,
): Matched {
  if (isFinal(before.status)) return { order: before, fills: [], taken };
  const order = isWaiting(before) ? trigger(before, market) : before;
  if (isWaiting(order)) return { order, fills: [], taken };
  const shown = takeShown(order, market, taken, settings);
  const counted = countTrades(order, market, settings);
  // Shown quantity and traded quantity may be the same shares: only one of the two counts.
  const traded =
    shown.fills.length > 0
      ? { order: { ...counted, creditPermille: order.creditPermille }, fills: shown.fills }
      : fromTrades(counted);
  const resting = order.isResting
    ? traded.order
    : { ...traded.order, isResting: true, queueAhead: queueOf(order, market, settings) };
  return { order: withFills(resting, traded.fills, market), fills: traded.fills, taken: shown.taken };
}

/** Drops those at prices that the market no longer shows. */
export function forgetTaken(taken: readonly PaperTaken[], market: PaperMarket): readonly PaperTaken[] {
  const isShown = ({ side, price }: PaperTaken) =>
    (side === "buy" ? market.asks : market.bids).some((level) => level.price === price);
  const kept = taken.filter((one) => one.isin !== market.isin || isShown(one));
  return kept.length === taken.length ? taken : kept;
}
