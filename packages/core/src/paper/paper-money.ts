import { chargesOfDay } from "../charges/charges.ts";
import type { Tariff } from "../charges/tariff.ts";
import { type BrokerFunds, type BrokerPosition, isFinal, type Product } from "../order/order.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { IstDate } from "../time/ist.ts";
import { emptyBook, type PaperBook, type PaperFill, type PaperOrder, type PaperShare } from "./paper-model.ts";
import type { PaperSettings } from "./paper-settings.ts";

export interface PaperPosition extends BrokerPosition {
  readonly share: PaperShare;
  readonly product: Product;
  readonly boughtValue: Paise;
  readonly soldValue: Paise;
  /** Of the last fill, for positions without another price. */
  readonly lastPrice: Paise;
}

const keyOf = ({ share, product }: Pick<PaperFill, "share" | "product">): string => `${share.isin}:${product}`;

function addFill(
  before: PaperPosition | undefined,
  { share, product, side, quantity, price }: PaperFill,
): PaperPosition {
  const isBuy = side === "buy";
  const bought = (before?.boughtQuantity ?? 0) + (isBuy ? quantity : 0);
  const sold = (before?.soldQuantity ?? 0) + (isBuy ? 0 : quantity);
  return {
    share,
    product,
    brokerSymbol: share.symbol,
    netQuantity: bought - sold,
    boughtQuantity: bought,
    soldQuantity: sold,
    boughtValue: paise((before?.boughtValue ?? 0) + (isBuy ? quantity * price : 0)),
    soldValue: paise((before?.soldValue ?? 0) + (isBuy ? 0 : quantity * price)),
    lastPrice: price,
  };
}

export function positionsOf({ fills }: PaperBook): readonly PaperPosition[] {
  const positions = new Map<string, PaperPosition>();
  for (const fill of fills) positions.set(keyOf(fill), addFill(positions.get(keyOf(fill)), fill));
  return [...positions.values()];
}

/** Cost or proceeds of the open shares at the average price of their side. */
function openValue({ netQuantity, boughtQuantity, boughtValue, soldQuantity, soldValue }: PaperPosition): number {
  if (netQuantity === 0) return 0;
  const average = netQuantity > 0 ? boughtValue / boughtQuantity : soldValue / soldQuantity;
  return Math.round(Math.abs(netQuantity) * average);
}

const realisedOf = (position: PaperPosition): number =>
  position.soldValue - position.boughtValue + Math.sign(position.netQuantity) * openValue(position);

/** Only the part of open orders that does not close anything blocks money. */
function openingValue(orders: readonly PaperOrder[], closable: number): number {
  let left = closable;
  let value = 0;
  for (const { quantity, filledQuantity, pricing } of orders) {
    const open = quantity - filledQuantity;
    const closing = Math.min(left, open);
    left -= closing;
    value += (open - closing) * pricing.limit;
  }
  return value;
}

function blockedOf(book: PaperBook, settings: PaperSettings): number {
  const positions = new Map(positionsOf(book).map((position) => [keyOf(position), position]));
  const working = book.orders.filter(({ status }) => !isFinal(status));
  const keys = new Set([...positions.keys(), ...working.map(keyOf)]);
  let blocked = 0;
  for (const key of keys) {
    const position = positions.get(key);
    const net = position?.netQuantity ?? 0;
    const own = working.filter((order) => keyOf(order) === key);
    const side = (wanted: "buy" | "sell") => own.filter((order) => order.side === wanted);
    const value =
      (position === undefined ? 0 : openValue(position)) +
      openingValue(side("buy"), Math.max(0, -net)) +
      openingValue(side("sell"), Math.max(0, net));
    const isIntraday = (own[0] ?? position)?.product === "intraday";
    blocked += Math.ceil((value * (isIntraday ? settings.intradayMarginPercent : 100)) / 100);
  }
  return blocked;
}

/** Profit of today's closed trades, before charges. */
export const realisedToday = (book: PaperBook): number =>
  positionsOf(book).reduce((sum, one) => sum + realisedOf(one), 0);

export function fundsOf(book: PaperBook, settings: PaperSettings): BrokerFunds {
  const used = paise(blockedOf(book, settings));
  return { available: paise(book.cash + realisedToday(book) - used), used };
}

export function chargesOf({ orders }: PaperBook, tariff: Tariff): Paise {
  const executed = orders.flatMap(({ side, filledValue }) => (filledValue > 0 ? [{ side, value: filledValue }] : []));
  return chargesOfDay(executed, tariff).total;
}

const markedOf = ({ soldValue, boughtValue, netQuantity, lastPrice }: PaperPosition): number =>
  soldValue - boughtValue + netQuantity * lastPrice;

/** Cash after the day: includes result and charges; an unpriced position ends at its last fill. */
const closingCash = (book: PaperBook, tariff: Tariff): Paise =>
  paise(
    Math.max(
      0,
      positionsOf(book).reduce((sum, one) => sum + markedOf(one), book.cash - chargesOf(book, tariff)),
    ),
  );

/** The book of a later day; paper keeps no shares overnight. */
export const nextBook = (book: PaperBook, day: IstDate, tariff: Tariff): PaperBook =>
  emptyBook(day, closingCash(book, tariff));
