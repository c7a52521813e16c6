import type { Product, Side } from "../exchange/model.ts";

export interface Charged {
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  /** Rupees. */
  readonly price: number;
}

const BROKERAGE_MAX = 20;
const GST = 0.18;
const SEBI = 0.000_001;
const EXCHANGE = 0.000_030_7;

interface Tariff {
  readonly brokerage: number;
  readonly tax: Readonly<Record<Side, number>>;
  readonly stampDuty: Readonly<Record<Side, number>>;
}

const TARIFFS: Readonly<Record<Product, Tariff>> = {
  intraday: { brokerage: 0.000_3, tax: { buy: 0, sell: 0.000_25 }, stampDuty: { buy: 0.000_03, sell: 0 } },
  delivery: { brokerage: 0, tax: { buy: 0.001, sell: 0.001 }, stampDuty: { buy: 0.000_15, sell: 0 } },
};

const DECIMALS = 1e6;
const tidy = (amount: number): number => Math.round(amount * DECIMALS) / DECIMALS;

/** An order's cost beyond its price; displayed, never booked. */
export function chargesOf({ side, product, quantity, price }: Charged) {
  const tariff = TARIFFS[product];
  const turnover = quantity * price;
  const brokerage = Math.min(BROKERAGE_MAX, turnover * tariff.brokerage);
  const tax = turnover * tariff.tax[side];
  const stampDuty = turnover * tariff.stampDuty[side];
  const [exchange, sebi] = [turnover * EXCHANGE, turnover * SEBI];
  const gst = GST * (brokerage + exchange + sebi);
  return {
    transaction_tax: tidy(tax),
    transaction_tax_type: "stt",
    exchange_turnover_charge: tidy(exchange),
    sebi_turnover_charge: tidy(sebi),
    brokerage: tidy(brokerage),
    stamp_duty: tidy(stampDuty),
    gst: { igst: tidy(gst), cgst: 0, sgst: 0, total: tidy(gst) },
    total: tidy(brokerage + tax + stampDuty + exchange + sebi + gst),
  };
}

export type Charges = ReturnType<typeof chargesOf>;

export function sumCharges(all: readonly Charges[]): Charges {
  const sum = (pick: (charges: Charges) => number): number =>
    tidy(all.reduce((total, charges) => total + pick(charges), 0));
  const gst = sum((charges) => charges.gst.total);
  return {
    transaction_tax: sum((charges) => charges.transaction_tax),
    transaction_tax_type: all.length === 0 ? "" : "stt",
    exchange_turnover_charge: sum((charges) => charges.exchange_turnover_charge),
    sebi_turnover_charge: sum((charges) => charges.sebi_turnover_charge),
    brokerage: sum((charges) => charges.brokerage),
    stamp_duty: sum((charges) => charges.stamp_duty),
    gst: { igst: gst, cgst: 0, sgst: 0, total: gst },
    total: sum((charges) => charges.total),
  };
}
