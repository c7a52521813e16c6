import type { OrderChange, OrderTicket, Pricing, Product, Side, Validity } from "@vriddhi/core/order/order";
import { unreachable } from "@vriddhi/core/shared/assert";
import { toRupeeText } from "../transport/decimal.ts";
import { EXCHANGE } from "./endpoints.ts";
import type { ModifyOrderParams, PlaceOrderParams } from "./wire.ts";

const sides = { buy: "BUY", sell: "SELL" } as const satisfies Record<Side, string>;
const products = { intraday: "MIS", delivery: "CNC" } as const satisfies Record<Product, string>;
const validities = { day: "DAY", ioc: "IOC" } as const satisfies Record<Validity, string>;

function toPricing(pricing: Pricing): Pick<PlaceOrderParams, "order_type" | "price" | "trigger_price"> {
  switch (pricing.kind) {
    case "limit":
      return { order_type: "LIMIT", price: toRupeeText(pricing.limit) };
    case "stop_limit":
      return { order_type: "SL", price: toRupeeText(pricing.limit), trigger_price: toRupeeText(pricing.trigger) };
    default:
      return unreachable(pricing);
  }
}

export const toPlaceOrderParams = (ticket: OrderTicket): PlaceOrderParams => ({
  exchange: EXCHANGE,
  tradingsymbol: ticket.instrument.brokerSymbol,
  transaction_type: sides[ticket.side],
  ...toPricing(ticket.pricing),
  quantity: String(ticket.quantity),
  product: products[ticket.product],
  validity: validities[ticket.validity],
  tag: ticket.tag,
});

export const toModifyOrderParams = (change: OrderChange): ModifyOrderParams => ({
  ...toPricing(change.pricing),
  quantity: String(change.quantity),
  validity: validities[change.validity],
});

/** Tags are letters and digits and numbers need no escape: only symbols such as `M&M` do. */
export function toForm(
  params: Readonly<Record<string, string | undefined>> | PlaceOrderParams | ModifyOrderParams,
): string {
  const values = params as Readonly<Record<string, string | undefined>>;
  let form = "";
  for (const name in values) {
    const value = values[name];
    if (value !== undefined) form += `${form === "" ? "" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return form;
}
