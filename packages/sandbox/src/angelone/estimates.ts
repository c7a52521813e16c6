import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { WireReply } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Instrument, Product, Side } from "../exchange/model.ts";
import type { Call, Handler } from "./call.ts";
import { type Charges, chargesOf } from "./charges.ts";
import { malformed, type Refusal } from "./errors.ts";
import { type Fields, isFields, readChoice, readPrice, readQuantity, readText } from "./fields.ts";
import type { Listing } from "./listing.ts";
import { rupeeNumber } from "./money.ts";
import { PRODUCTS, SIDES } from "./order-format.ts";
import { refused, success } from "./reply.ts";

const ROWS_MAX = 50;

interface Leg {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly price: Paise;
}

/** The two calls name the same fields differently. */
interface LegNames {
  readonly list: string;
  readonly product: string;
  readonly side: string;
  readonly quantity: string;
}

const MARGIN_NAMES: LegNames = { list: "positions", product: "productType", side: "tradeType", quantity: "qty" };
const CHARGE_NAMES: LegNames = {
  list: "orders",
  product: "product_type",
  side: "transaction_type",
  quantity: "quantity",
};

function readLeg(row: unknown, names: LegNames, listing: Listing): Result<Leg, Refusal> {
  if (!isFields(row)) return err(malformed(names.list));
  const isNse = readText(row, "exchange") === "NSE";
  const instrument = isNse ? listing.find(readText(row, "token") ?? "") : null;
  if (instrument === null) return err({ code: "AB1009" });
  const product = readChoice(row, names.product, PRODUCTS);
  if (product === null) return err({ code: "AB1012" });
  const side = readChoice(row, names.side, SIDES);
  if (side === null) return err(malformed(names.side));
  const quantity = readQuantity(row, names.quantity);
  if (quantity === null) return err(malformed(names.quantity));
  const price = readPrice(row, "price");
  if (price === null) return err(malformed("price"));
  return ok({ instrument, side: SIDES[side], product: PRODUCTS[product], quantity, price });
}

function readLegs(fields: Fields, names: LegNames, listing: Listing): Result<readonly Leg[], Refusal> {
  const rows = fields[names.list];
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > ROWS_MAX) return err(malformed(names.list));
  const legs: Leg[] = [];
  for (const row of rows) {
    const leg = readLeg(row, names, listing);
    if (!leg.ok) return leg;
    legs.push(leg.value);
  }
  return ok(legs);
}

/** A price of 0 means the last price. */
const pricedAt = (leg: Leg, lastPrice: (symbol: string) => Paise): Paise =>
  leg.price === 0 ? lastPrice(leg.instrument.symbol) : leg.price;

/** Rounds an impossible price to the nearest possible one, because the exchange has no margin for others. */
function possiblePrice(exchange: Exchange, leg: Leg): Paise {
  const { symbol, tickSize } = leg.instrument;
  const { lowerCircuit, upperCircuit } = exchange.quote(symbol);
  const asked = pricedAt(leg, exchange.lastPrice);
  return paise(Math.min(upperCircuit, Math.max(lowerCircuit, asked - (asked % tickSize))));
}

/** Each order separately: Angel One nets only derivatives. */
export const marginBatch: Handler = ({ exchange, listing }, { fields, session }) => {
  const legs = readLegs(fields, MARGIN_NAMES, listing);
  if (!legs.ok) return refused(legs.error);
  const needed = legs.value.reduce((sum, leg) => {
    const { side, product, quantity } = leg;
    const pricing = { kind: "limit", price: possiblePrice(exchange, leg) } as const;
    const order = { account: session.client, symbol: leg.instrument.symbol, side, product, quantity, pricing };
    return sum + exchange.requiredMargin(order);
  }, 0);
  return success({
    totalMarginRequired: rupeeNumber(needed),
    marginComponents: {
      netPremium: 0,
      spanMargin: 0,
      marginBenefit: 0,
      deliveryMargin: 0,
      nonNFOMargin: rupeeNumber(needed),
      totOptionsPremium: 0,
    },
    marginBreakup: [],
    optionsBuy: [],
  });
};

type Part = { readonly name: string; readonly amount: number; readonly msg: string; readonly breakup: readonly Part[] };

const part = (name: string, amount: number, breakup: readonly Part[] = []): Part => ({
  name,
  amount: rupeeNumber(amount),
  msg: "",
  breakup,
});

function chargeSheet(all: readonly Charges[], tradeValue: number) {
  const of = (name: keyof Charges): number => all.reduce((sum, charges) => sum + charges[name], 0);
  const external = of("exchange") + of("stampDuty") + of("sebi");
  const taxes = of("transactionTax") + of("goodsAndServicesTax");
  return {
    total_charges: rupeeNumber(of("brokerage") + external + taxes),
    trade_value: rupeeNumber(tradeValue),
    breakup: [
      part("Angel One Brokerage", of("brokerage")),
      part("External Charges", external, [
        part("Exchange Transaction Charges", of("exchange")),
        part("Stamp Duty", of("stampDuty")),
        part("SEBI Fees", of("sebi")),
      ]),
      part("Taxes", taxes, [
        part("Security Transaction Tax", of("transactionTax")),
        part("GST", of("goodsAndServicesTax")),
      ]),
    ],
  };
}

export const estimateCharges: Handler = ({ exchange, listing }, { fields }: Call): WireReply => {
  const legs = readLegs(fields, CHARGE_NAMES, listing);
  if (!legs.ok) return refused(legs.error);
  const priced = legs.value.map((leg) => ({ ...leg, price: pricedAt(leg, exchange.lastPrice) }));
  const sheets = priced.map((leg) => ({ charges: chargesOf(leg), value: leg.quantity * leg.price }));
  const value = sheets.reduce((sum, sheet) => sum + sheet.value, 0);
  return success({
    summary: chargeSheet(
      sheets.map(({ charges }) => charges),
      value,
    ),
    charges: sheets.map((sheet) => chargeSheet([sheet.charges], sheet.value)),
  });
};
