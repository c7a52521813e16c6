import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Instrument, Order, Pricing, Product, Side, Validity } from "../exchange/model.ts";
import { type Fields, flagOf, textOf } from "./body.ts";
import { badInput, type Refusal, refusals } from "./reply.ts";
import { toPaise } from "./rupees.ts";
import type { Symbols } from "./symbols.ts";

/** 1 limit, 2 market, 3 SL-M, 4 SL-L. */
export type OrderType = 1 | 2 | 3 | 4;

export interface Placement {
  readonly instrument: Instrument;
  readonly quantity: number;
  readonly side: Side;
  readonly product: Product;
  readonly pricing: Pricing;
  readonly validity: Validity;
  readonly tag: string | null;
  readonly isSliced: boolean;
}

type Read<T> = Result<T, Refusal>;

const TAG = /^[A-Za-z0-9]{1,30}$/;
const bad = (message: string): Read<never> => err(badInput(message));

export const typeOf: Readonly<Record<Pricing["kind"], OrderType>> = {
  limit: 1,
  market: 2,
  stop_market: 3,
  stop_limit: 4,
};

const products: Readonly<Record<string, Product>> = { CNC: "delivery", INTRADAY: "intraday" };
/** Known, but not supported here: derivatives and products with legs. */
const otherProducts: readonly string[] = ["MARGIN", "CO", "BO", "MTF"];
const validities: Readonly<Record<string, Validity>> = { DAY: "day", IOC: "ioc" };
const sides = new Map<unknown, Side>([
  [1, "buy"],
  [-1, "sell"],
]);

function readPrice(fields: Fields, name: string, isNeeded: boolean): Read<Paise> {
  const value = fields[name] ?? 0;
  const price = toPaise(value);
  if (price === null || price < 0) return bad(`${name} is invalid`);
  return isNeeded && price === 0 ? bad(`${name} is required for this order type`) : ok(price);
}

/** Fyers protects market orders automatically; callers send no percentage. */
function readPricing(fields: Fields): Read<Pricing> {
  const { type } = fields;
  if (type !== 1 && type !== 2 && type !== 3 && type !== 4) return bad("type is invalid");
  const price = readPrice(fields, "limitPrice", type === 1 || type === 4);
  if (!price.ok) return price;
  const trigger = readPrice(fields, "stopPrice", type === 3 || type === 4);
  if (!trigger.ok) return trigger;
  switch (type) {
    case 1:
      return ok({ kind: "limit", price: price.value });
    case 2:
      return ok({ kind: "market", protection: "auto" });
    case 3:
      return ok({ kind: "stop_market", trigger: trigger.value, protection: "auto" });
    case 4:
      return ok({ kind: "stop_limit", trigger: trigger.value, price: price.value });
  }
}

const pricesIn = (pricing: Pricing): readonly Paise[] => {
  switch (pricing.kind) {
    case "limit":
      return [pricing.price];
    case "stop_limit":
      return [pricing.price, pricing.trigger];
    case "stop_market":
      return [pricing.trigger];
    case "market":
      return [];
  }
};

/** Reported before there is an order, unlike the risk desk's refusals. */
const isOffTick = (pricing: Pricing, { tickSize }: Instrument): boolean =>
  pricesIn(pricing).some((price) => price % tickSize !== 0);

function readTag(fields: Fields, client: string): Read<string | null> {
  const tag = fields["orderTag"] ?? null;
  if (tag === null || tag === "") return ok(null);
  if (typeof tag !== "string" || !TAG.test(tag)) return bad("orderTag should be alphanumeric, 1 to 30 characters");
  if (tag === client || tag === "Untagged") return bad("orderTag is not allowed");
  return ok(tag);
}

function readProduct(fields: Fields): Read<Product> {
  const name = textOf(fields["productType"]);
  const product = products[name];
  if (product !== undefined) return ok(product);
  if (!otherProducts.includes(name)) return bad("productType is invalid");
  const isTagged = (fields["orderTag"] ?? "") !== "" && (name === "CO" || name === "BO");
  return bad(
    isTagged ? "orderTag is not supported for CO and BO" : `productType ${name} is not allowed for this symbol`,
  );
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function readRest(fields: Fields): Read<boolean> {
  if (flagOf(fields["offlineOrder"]) !== false) return bad("offlineOrder is not available");
  if (!isCount(fields["disclosedQty"] ?? 0)) return bad("disclosedQty is invalid");
  const isLegged = (fields["stopLoss"] ?? 0) !== 0 || (fields["takeProfit"] ?? 0) !== 0;
  if (isLegged) return bad("stopLoss and takeProfit are for CO and BO only");
  const isSliced = flagOf(fields["isSliceOrder"] ?? fields["IsSliceOrder"]);
  return isSliced === null ? bad("isSliceOrder is invalid") : ok(isSliced);
}

export function readPlacement(fields: Fields, client: string, symbols: Symbols): Read<Placement> {
  const instrument = symbols.byTicker(textOf(fields["symbol"]));
  if (instrument === null) return err(refusals.symbolUnknown);
  const quantity = fields["qty"];
  if (!isCount(quantity) || quantity === 0) return bad("qty is invalid");
  const side = sides.get(fields["side"]);
  if (side === undefined) return bad("side is invalid");
  const product = readProduct(fields);
  if (!product.ok) return product;
  const pricing = readPricing(fields);
  if (!pricing.ok) return pricing;
  if (isOffTick(pricing.value, instrument)) return err(refusals.offTick);
  const validity = validities[textOf(fields["validity"])];
  if (validity === undefined) return bad("validity is invalid");
  const tag = readTag(fields, client);
  if (!tag.ok) return tag;
  const rest = readRest(fields);
  if (!rest.ok) return rest;
  const read = { instrument, quantity, side, validity, isSliced: rest.value };
  return ok({ ...read, product: product.value, pricing: pricing.value, tag: tag.value });
}

export interface Modification {
  readonly quantity?: number;
  readonly pricing: Pricing;
}

const triggerOf = ({ triggerPrice }: Order): Paise => triggerPrice ?? paise(0);

/** Missing fields stay; the type is mandatory. */
export function readModification(fields: Fields, order: Order): Read<Modification> {
  const quantity = fields["qty"];
  if (quantity !== undefined && (!isCount(quantity) || quantity === 0)) return bad("qty is invalid");
  const kept = { limitPrice: (order.limitPrice ?? 0) / 100, stopPrice: triggerOf(order) / 100 };
  const pricing = readPricing({ ...kept, ...fields });
  if (!pricing.ok) return pricing;
  return ok({ pricing: pricing.value, ...(quantity === undefined ? {} : { quantity }) });
}
