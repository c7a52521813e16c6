import type { Side } from "../order/order.ts";
import { assert } from "../shared/assert.ts";
import { PAISE_PER_RUPEE, type Paise, paise } from "../shared/money.ts";
import { RATE_SCALE, type Tariff } from "./tariff.ts";

/** The executed part of one order; partial fills of an order are one order. */
export interface ExecutedOrder {
  readonly side: Side;
  readonly value: Paise;
  /** The broker's own square-off order, which has a fee. */
  readonly isSquareOff?: boolean;
}

export interface Charges {
  readonly brokerage: Paise;
  readonly transactionTax: Paise;
  readonly exchange: Paise;
  readonly protectionFund: Paise;
  readonly regulator: Paise;
  readonly stampDuty: Paise;
  readonly gst: Paise;
  readonly total: Paise;
}

const SCALE = BigInt(RATE_SCALE);
const PERCENT = 100n;

/** Rounds half up. The numerator is never negative. */
const divideNearest = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

const toPaise = (amount: bigint): Paise => paise(Number(amount));

const shareOf = (value: bigint, rate: number): Paise => toPaise(divideNearest(value * BigInt(rate), SCALE));

/** In ten-millionths of a paisa: an order's brokerage is rounded only on the note. */
function scaledBrokerage(order: ExecutedOrder, tariff: Tariff): bigint {
  const fee = order.isSquareOff === true ? BigInt(tariff.squareOffFee) * SCALE : 0n;
  return fee + scaledShare(order, tariff);
}

function scaledShare(order: ExecutedOrder, { brokerage }: Tariff): bigint {
  if (order.value === 0) return 0n;
  const share = BigInt(order.value) * BigInt(brokerage.rate);
  const [min, max] = [BigInt(brokerage.min) * SCALE, BigInt(brokerage.max) * SCALE];
  if (share < min) return min;
  return share > max ? max : share;
}

/** Whole rupees, half up: the tax has no paise. */
const wholeRupees = (value: bigint, rate: number): Paise =>
  paise(Number(divideNearest(value * BigInt(rate), SCALE * BigInt(PAISE_PER_RUPEE))) * PAISE_PER_RUPEE);

const sumValues = (orders: readonly ExecutedOrder[], side: Side): bigint =>
  orders.reduce((sum, order) => (order.side === side ? sum + BigInt(order.value) : sum), 0n);

/** One contract note: an account's trades of a day. Each part is rounded once. */
export function chargesOfDay(orders: readonly ExecutedOrder[], tariff: Tariff): Charges {
  assert(
    orders.every(({ value }) => value >= 0),
    "an executed order has a value",
  );
  const bought = sumValues(orders, "buy");
  const sold = sumValues(orders, "sell");
  const turnover = bought + sold;
  const scaled = orders.reduce((sum, order) => sum + scaledBrokerage(order, tariff), 0n);
  const brokerage = toPaise(divideNearest(scaled, SCALE));
  const transactionTax = wholeRupees(sold, tariff.transactionTaxRate);
  const exchange = shareOf(turnover, tariff.exchangeRate);
  const protectionFund = shareOf(turnover, tariff.protectionFundRate);
  const regulator = shareOf(turnover, tariff.regulatorRate);
  const stampDuty = shareOf(bought, tariff.stampDutyRate);
  const taxed = brokerage + exchange + protectionFund + (tariff.isGstOnRegulatorFee ? regulator : 0);
  const gst = toPaise(divideNearest(BigInt(taxed) * BigInt(tariff.gstPercent), PERCENT));
  const total = paise(brokerage + transactionTax + exchange + protectionFund + regulator + stampDuty + gst);
  return { brokerage, transactionTax, exchange, protectionFund, regulator, stampDuty, gst, total };
}

/** Divides in proportion to the orders' separate charges. The sum is exact; earlier orders get the remaining paise. */
export function chargesPerOrder(orders: readonly ExecutedOrder[], tariff: Tariff): readonly Paise[] {
  const { total } = chargesOfDay(orders, tariff);
  const weights = orders.map((order) => BigInt(chargesOfDay([order], tariff).total));
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0n);
  if (weightSum === 0n) return orders.map((_, index) => (index === 0 ? total : paise(0)));
  const shares = weights.map((weight) => Number((BigInt(total) * weight) / weightSum));
  let left = total - shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => {
    const extra = left > 0 ? 1 : 0;
    left -= extra;
    return paise(share + extra);
  });
}

/** One position, opened and closed; a short sells first. */
export interface RoundTrip {
  readonly quantity: number;
  readonly buyPrice: Paise;
  readonly sellPrice: Paise;
}

export interface RoundTripResult {
  readonly gross: Paise;
  readonly charges: Charges;
  readonly net: Paise;
}

/** As if it were the account's only trade of the day. */
export function judgeRoundTrip({ quantity, buyPrice, sellPrice }: RoundTrip, tariff: Tariff): RoundTripResult {
  const [bought, sold] = [paise(quantity * buyPrice), paise(quantity * sellPrice)];
  const charges = chargesOfDay(
    [
      { side: "buy", value: bought },
      { side: "sell", value: sold },
    ],
    tariff,
  );
  const gross = paise(sold - bought);
  return { gross, charges, net: paise(gross - charges.total) };
}
