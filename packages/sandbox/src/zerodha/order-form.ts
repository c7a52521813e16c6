import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Instrument, Pricing, Product, Protection, Side, Validity } from "../exchange/model.ts";
import { KITE_EXCHANGES, type Listing } from "./listing.ts";
import { invalid, type KiteError, kiteErrors, missing, offTick } from "./replies.ts";
import { readRupees, toRupees } from "./rupees.ts";

export type OrderType = "MARKET" | "LIMIT" | "SL" | "SL-M";

const ORDER_TYPES: readonly OrderType[] = ["MARKET", "LIMIT", "SL", "SL-M"];
const SIDES: Readonly<Record<string, Side>> = { BUY: "buy", SELL: "sell" };
/** NRML is for derivatives and MTF needs an agreement: neither is available to these clients. */
const PRODUCTS: Readonly<Record<string, Product>> = { MIS: "intraday", CNC: "delivery" };
/** TTL is unsupported. */
const VALIDITIES: Readonly<Record<string, Validity>> = { DAY: "day", IOC: "ioc" };

const TAG_MAX = 20;
const PROTECTION_MAX = 100;
const BASIS_POINTS = 100;
const WHOLE = /^\d{1,9}$/;

export interface PlaceForm {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly pricing: Pricing;
  readonly validity: Validity;
  readonly tag: string | null;
  readonly disclosedQuantity: number;
  readonly marketProtection: number;
  readonly isAutoslice: boolean;
}

type Read<T> = Result<T, KiteError>;

/** `null` if missing or empty. */
const given = (form: URLSearchParams, field: string): string | null => {
  const text = form.get(field);
  return text === null || text === "" ? null : text;
};

function choice<T>(form: URLSearchParams, field: string, table: Readonly<Record<string, T>>, fallback?: T): Read<T> {
  const text = given(form, field);
  if (text === null) return fallback === undefined ? err(missing(field)) : ok(fallback);
  const value = Object.hasOwn(table, text) ? table[text] : undefined;
  return value === undefined ? err(invalid(field)) : ok(value);
}

export function readOrderType(form: URLSearchParams, fallback?: OrderType): Read<OrderType> {
  const text = given(form, "order_type");
  if (text === null) return fallback === undefined ? err(missing("order_type")) : ok(fallback);
  const type = ORDER_TYPES.find((known) => known === text);
  return type === undefined ? err(invalid("order_type")) : ok(type);
}

export function readQuantity(form: URLSearchParams, field: string, least: number): Read<number | null> {
  const text = given(form, field);
  if (text === null) return ok(null);
  return WHOLE.test(text) && Number(text) >= least ? ok(Number(text)) : err(invalid(field));
}

export const readValidity = (form: URLSearchParams, fallback: Validity): Read<Validity> =>
  choice(form, "validity", VALIDITIES, fallback);

/** -1 is automatic, a percentage up to 100 is the client's own, 0 is none. */
export function readProtection(form: URLSearchParams): Read<number> {
  const text = given(form, "market_protection");
  if (text === null) return ok(0);
  const percent = Number(text);
  const isFine = percent === -1 || (percent >= 0 && percent <= PROTECTION_MAX);
  return isFine ? ok(percent) : err(invalid("market_protection"));
}

const toProtection = (percent: number): Protection | null =>
  percent === -1 ? "auto" : percent > 0 ? Math.round(percent * BASIS_POINTS) : null;

function readPrice(
  form: URLSearchParams,
  field: string,
  { tickSize }: Instrument,
  fallback: Paise | null,
): Read<Paise> {
  const text = given(form, field);
  if (text === null) return fallback === null ? err(missing(field)) : ok(fallback);
  const price = readRupees(text);
  if (price === "off_tick") return err(offTick(toRupees(tickSize)));
  if (price === "not_a_number" || price <= 0) return err(invalid(field));
  return price % tickSize === 0 ? ok(price) : err(offTick(toRupees(tickSize)));
}

export interface PriceFallback {
  readonly price: Paise | null;
  readonly trigger: Paise | null;
}

function readProtected(form: URLSearchParams, trigger: Paise | null): Read<Pricing> {
  const percent = readProtection(form);
  if (!percent.ok) return percent;
  const protection = toProtection(percent.value);
  if (protection === null) return err(kiteErrors.unprotected);
  return ok(trigger === null ? { kind: "market", protection } : { kind: "stop_market", trigger, protection });
}

export function readPricing(
  form: URLSearchParams,
  type: OrderType,
  instrument: Instrument,
  fallback: PriceFallback = { price: null, trigger: null },
): Read<Pricing> {
  const hasTrigger = type === "SL" || type === "SL-M";
  const trigger = hasTrigger ? readPrice(form, "trigger_price", instrument, fallback.trigger) : ok(null);
  if (!trigger.ok) return trigger;
  if (type === "MARKET" || type === "SL-M") return readProtected(form, trigger.value);
  const price = readPrice(form, "price", instrument, fallback.price);
  if (!price.ok) return price;
  return ok(
    trigger.value === null
      ? { kind: "limit", price: price.value }
      : { kind: "stop_limit", trigger: trigger.value, price: price.value },
  );
}

function readInstrument(form: URLSearchParams, listing: Listing): Read<Instrument> {
  const exchange = given(form, "exchange");
  if (exchange === null) return err(missing("exchange"));
  if (!KITE_EXCHANGES.has(exchange)) return err(invalid("exchange"));
  const symbol = given(form, "tradingsymbol");
  if (symbol === null) return err(missing("tradingsymbol"));
  const instrument = listing.byName(exchange, symbol);
  return instrument === null ? err(kiteErrors.instrumentUnknown) : ok(instrument);
}

function readTag(form: URLSearchParams): Read<string | null> {
  const tag = given(form, "tag");
  return tag !== null && tag.length > TAG_MAX ? err(kiteErrors.tagTooLong) : ok(tag);
}

type Whom = Pick<PlaceForm, "instrument" | "side" | "product" | "tag">;

function readWhom(form: URLSearchParams, listing: Listing): Read<Whom> {
  const instrument = readInstrument(form, listing);
  if (!instrument.ok) return instrument;
  const side = choice(form, "transaction_type", SIDES);
  if (!side.ok) return side;
  const product = choice(form, "product", PRODUCTS);
  if (!product.ok) return product;
  const tag = readTag(form);
  return tag.ok ? ok({ instrument: instrument.value, side: side.value, product: product.value, tag: tag.value }) : tag;
}

type HowMuch = Pick<PlaceForm, "quantity" | "disclosedQuantity" | "validity">;

function readHowMuch(form: URLSearchParams): Read<HowMuch> {
  const quantity = readQuantity(form, "quantity", 1);
  if (!quantity.ok) return quantity;
  if (quantity.value === null) return err(missing("quantity"));
  const disclosed = readQuantity(form, "disclosed_quantity", 0);
  if (!disclosed.ok) return disclosed;
  const validity = readValidity(form, "day");
  return validity.ok
    ? ok({ quantity: quantity.value, disclosedQuantity: disclosed.value ?? 0, validity: validity.value })
    : validity;
}

export function readPlaceForm(form: URLSearchParams, listing: Listing): Read<PlaceForm> {
  const whom = readWhom(form, listing);
  if (!whom.ok) return whom;
  const howMuch = readHowMuch(form);
  if (!howMuch.ok) return howMuch;
  const type = readOrderType(form);
  if (!type.ok) return type;
  const protection = readProtection(form);
  if (!protection.ok) return protection;
  const pricing = readPricing(form, type.value, whom.value.instrument);
  if (!pricing.ok) return pricing;
  return ok({
    ...whom.value,
    ...howMuch.value,
    pricing: pricing.value,
    marketProtection: protection.value,
    isAutoslice: form.get("autoslice") === "true",
  });
}
