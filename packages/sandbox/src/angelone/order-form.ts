import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Instrument, Pricing, Product, Side, Validity } from "../exchange/model.ts";
import { malformed, type Refusal } from "./errors.ts";
import { type Fields, readChoice, readPrice, readQuantity, readText } from "./fields.ts";
import type { Listing } from "./listing.ts";
import { DURATIONS, ORDER_TYPES, type OrderType, PRODUCTS, SIDES, VARIETIES, type Variety } from "./order-format.ts";

const TAG_LENGTH_MAX = 20;

export interface OrderForm {
  readonly instrument: Instrument;
  readonly variety: Variety;
  readonly side: Side;
  readonly product: Product;
  readonly terms: Terms;
  readonly disclosedQuantity: number;
  readonly tag: string | null;
}

export interface Terms {
  readonly pricing: Pricing;
  readonly quantity: number;
  readonly validity: Validity;
}

/** Market orders have no protection here: the exchange refuses them, as Angel One does for algorithms. */
function pricingOf(type: OrderType, price: Paise, trigger: Paise): Pricing {
  const makers: Readonly<Record<OrderType, () => Pricing>> = {
    LIMIT: () => ({ kind: "limit", price }),
    MARKET: () => ({ kind: "market", protection: null }),
    STOPLOSS_LIMIT: () => ({ kind: "stop_limit", trigger, price }),
    STOPLOSS_MARKET: () => ({ kind: "stop_market", trigger, protection: null }),
  };
  return makers[type]();
}

export function readVariety(fields: Fields): Result<Variety, Refusal> {
  if (readText(fields, "variety") === "ROBO") return err({ code: "AB2002" });
  const variety = readChoice(fields, "variety", VARIETIES);
  return variety === null ? err({ code: "AB1008" }) : ok(variety);
}

export function readTerms(fields: Fields, variety: Variety, mayLeaveStop = false): Result<Terms, Refusal> {
  const type = readChoice(fields, "ordertype", ORDER_TYPES);
  if (type === null) return err(malformed("ordertype"));
  const isFitting = ORDER_TYPES[type] === variety || (mayLeaveStop && variety === "STOPLOSS");
  if (!isFitting) return err({ code: "AB1008" });
  const duration = readChoice(fields, "duration", DURATIONS);
  if (duration === null) return err(malformed("duration"));
  const quantity = readQuantity(fields, "quantity");
  if (quantity === null) return err(malformed("quantity"));
  const price = readPrice(fields, "price");
  if (price === null) return err(malformed("price"));
  const trigger = readPrice(fields, "triggerprice");
  if (trigger === null) return err(malformed("triggerprice"));
  return ok({ pricing: pricingOf(type, price, trigger), quantity, validity: DURATIONS[duration] });
}

function readTag(fields: Fields): Result<string | null, Refusal> {
  const tag = readText(fields, "ordertag") ?? "";
  if (tag.length > TAG_LENGTH_MAX) return err({ code: "AB4008" });
  return ok(tag === "" ? null : tag);
}

export function readProduct(fields: Fields): Result<Product, Refusal> {
  const product = readChoice(fields, "producttype", PRODUCTS);
  return product === null ? err({ code: "AB1012" }) : ok(PRODUCTS[product]);
}

export function readOrder(fields: Fields, listing: Listing): Result<OrderForm, Refusal> {
  const variety = readVariety(fields);
  if (!variety.ok) return variety;
  const instrument = readText(fields, "tradingsymbol") === null ? null : listing.ofRequest(fields);
  if (instrument === null) return err({ code: "AB1009" });
  const side = readChoice(fields, "transactiontype", SIDES);
  if (side === null) return err(malformed("transactiontype"));
  const product = readProduct(fields);
  if (!product.ok) return product;
  const terms = readTerms(fields, variety.value);
  if (!terms.ok) return terms;
  const tag = readTag(fields);
  if (!tag.ok) return tag;
  return ok({
    instrument,
    variety: variety.value,
    side: SIDES[side],
    product: product.value,
    terms: terms.value,
    disclosedQuantity: readQuantity(fields, "disclosedquantity") ?? 0,
    tag: tag.value,
  });
}
