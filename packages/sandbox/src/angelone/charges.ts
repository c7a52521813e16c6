import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Product, Side } from "../exchange/model.ts";

export interface ChargedOrder {
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly price: Paise;
}

export interface Charges {
  readonly brokerage: Paise;
  readonly exchange: Paise;
  readonly stampDuty: Paise;
  readonly sebi: Paise;
  readonly transactionTax: Paise;
  readonly goodsAndServicesTax: Paise;
}

/** Rates are parts of ten million of the turnover. */
const SCALE = 10_000_000;
const BROKERAGE = 10_000; // 0.1 %
const BROKERAGE_MAX = 2_000;
const BROKERAGE_MIN = 500;
const EXCHANGE = 297; // 0.00297 %
const SEBI = 10; // ten rupees a crore
const STAMP: Readonly<Record<Product, number>> = { intraday: 300, delivery: 1_500 };
const SALES_TAX: Readonly<Record<Product, Readonly<Record<Side, number>>>> = {
  intraday: { buy: 0, sell: 2_500 },
  delivery: { buy: 10_000, sell: 10_000 },
};
const GST_PERCENT = 18;

/** The published tariff of 2026 for shares; rounding of each part to the paisa is assumed. */
export function chargesOf({ side, product, quantity, price }: ChargedOrder): Charges {
  const turnover = quantity * price;
  const share = (rate: number): Paise => paise(Math.round((turnover * rate) / SCALE));
  const brokerage = paise(Math.min(BROKERAGE_MAX, Math.max(BROKERAGE_MIN, share(BROKERAGE))));
  const exchange = share(EXCHANGE);
  const sebi = share(SEBI);
  return {
    brokerage,
    exchange,
    sebi,
    stampDuty: side === "buy" ? share(STAMP[product]) : paise(0),
    transactionTax: share(SALES_TAX[product][side]),
    goodsAndServicesTax: paise(Math.round(((brokerage + exchange + sebi) * GST_PERCENT) / 100)),
  };
}
