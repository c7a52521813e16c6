import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { ModifyOrder, Order, Pricing } from "../exchange/model.ts";
import type { Kite } from "./kite.ts";
import {
  type OrderType,
  readOrderType,
  readPricing,
  readProtection,
  readQuantity,
  readValidity,
} from "./order-form.ts";
import { type KiteError, kiteErrors } from "./replies.ts";

export type Change = Pick<ModifyOrder, "quantity" | "pricing" | "validity"> & { readonly marketProtection: number };

/** The order's current type: market orders have become limit orders. */
const PRESENT_TYPES: Readonly<Record<Pricing["kind"], OrderType>> = {
  limit: "LIMIT",
  market: "LIMIT",
  stop_limit: "SL",
  stop_market: "SL",
};

const PRICE_FIELDS = ["order_type", "price", "trigger_price"] as const;

/** Clients repeat the kind even when only the quantity changes; then the price stays. */
function isPriceChange(form: URLSearchParams, order: Order, pricing: Pricing): boolean {
  if (!PRICE_FIELDS.some((field) => (form.get(field) ?? "") !== "")) return false;
  if (pricing.kind === "limit") return pricing.price !== order.limitPrice || order.triggerPrice !== null;
  if (pricing.kind === "stop_limit") {
    return pricing.price !== order.limitPrice || pricing.trigger !== order.triggerPrice;
  }
  return true;
}

export function readChange(form: URLSearchParams, order: Order, kite: Kite): Result<Change, KiteError> {
  const instrument = kite.exchange.instrument(order.symbol);
  if (instrument === null) return err(kiteErrors.instrumentUnknown);
  const type = readOrderType(form, PRESENT_TYPES[order.pricing.kind]);
  if (!type.ok) return type;
  const quantity = readQuantity(form, "quantity", 1);
  if (!quantity.ok) return quantity;
  const validity = readValidity(form, order.validity);
  if (!validity.ok) return validity;
  const protection = readProtection(form);
  if (!protection.ok) return protection;
  const fallback = { price: order.limitPrice, trigger: order.triggerPrice };
  const pricing = readPricing(form, type.value, instrument, fallback);
  if (!pricing.ok) return pricing;
  return ok({
    marketProtection: protection.value,
    validity: validity.value,
    ...(quantity.value === null ? {} : { quantity: quantity.value }),
    ...(isPriceChange(form, order, pricing.value) ? { pricing: pricing.value } : {}),
  });
}
