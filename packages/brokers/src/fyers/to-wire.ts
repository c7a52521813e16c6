import type { OrderChange, OrderTicket, Pricing, Product, Side, Validity } from "@vriddhi/core/order/order";
import { unreachable } from "@vriddhi/core/shared/assert";
import { toRupeeNumber } from "../transport/decimal.ts";
import type { ModifyOrderBody, PlaceOrderBody } from "./wire.ts";

const sides = { buy: 1, sell: -1 } as const satisfies Record<Side, number>;
const products = { intraday: "INTRADAY", delivery: "CNC" } as const satisfies Record<Product, string>;
const validities = { day: "DAY", ioc: "IOC" } as const satisfies Record<Validity, string>;

function toPricing(pricing: Pricing): Pick<PlaceOrderBody, "type" | "limitPrice" | "stopPrice"> {
  switch (pricing.kind) {
    case "limit":
      return { type: 1, limitPrice: toRupeeNumber(pricing.limit), stopPrice: 0 };
    case "stop_limit":
      return { type: 4, limitPrice: toRupeeNumber(pricing.limit), stopPrice: toRupeeNumber(pricing.trigger) };
    default:
      return unreachable(pricing);
  }
}

export const toPlaceOrderBody = (ticket: OrderTicket): PlaceOrderBody => ({
  symbol: ticket.instrument.brokerSymbol,
  qty: ticket.quantity,
  ...toPricing(ticket.pricing),
  side: sides[ticket.side],
  productType: products[ticket.product],
  disclosedQty: 0,
  validity: validities[ticket.validity],
  offlineOrder: false,
  stopLoss: 0,
  takeProfit: 0,
  orderTag: ticket.tag,
  isSliceOrder: false,
});

export const toModifyOrderBody = (change: OrderChange): ModifyOrderBody => ({
  id: change.orderId,
  ...toPricing(change.pricing),
  qty: change.quantity,
});

/** Query by tag: clients' tags have the prefix `1:`. */
export const toTagQuery = (tag: string): string => `order_tag=1:${encodeURIComponent(tag)}`;
