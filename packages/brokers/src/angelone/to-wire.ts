import type {
  OrderCancel,
  OrderChange,
  OrderTicket,
  Pricing,
  Product,
  Side,
  Validity,
} from "@vriddhi/core/order/order";
import { unreachable } from "@vriddhi/core/shared/assert";
import { toRupeeText } from "../transport/decimal.ts";
import { EXCHANGE } from "./endpoints.ts";
import type { CancelOrderParams, ModifyOrderParams, PlaceOrderParams } from "./wire.ts";

const sides = { buy: "BUY", sell: "SELL" } as const satisfies Record<Side, string>;
const products = { intraday: "INTRADAY", delivery: "DELIVERY" } as const satisfies Record<Product, string>;
const durations = { day: "DAY", ioc: "IOC" } as const satisfies Record<Validity, string>;
/** Angel One's variety of an order; changes and cancellations must name the current one. */
const varieties = { limit: "NORMAL", stop_limit: "STOPLOSS" } as const satisfies Record<Pricing["kind"], string>;

const NO_PRICE = "0";

function toPricing(pricing: Pricing): Pick<PlaceOrderParams, "ordertype" | "price" | "triggerprice"> {
  switch (pricing.kind) {
    case "limit":
      return { ordertype: "LIMIT", price: toRupeeText(pricing.limit), triggerprice: NO_PRICE };
    case "stop_limit":
      return {
        ordertype: "STOPLOSS_LIMIT",
        price: toRupeeText(pricing.limit),
        triggerprice: toRupeeText(pricing.trigger),
      };
    default:
      return unreachable(pricing);
  }
}

/** Omits `scripconsent`: only the user can consent to shares under surveillance. */
export const toPlaceOrderParams = (ticket: OrderTicket): PlaceOrderParams => ({
  variety: varieties[ticket.pricing.kind],
  tradingsymbol: ticket.instrument.brokerSymbol,
  symboltoken: ticket.instrument.token,
  transactiontype: sides[ticket.side],
  exchange: EXCHANGE,
  ...toPricing(ticket.pricing),
  producttype: products[ticket.product],
  duration: durations[ticket.validity],
  squareoff: "0",
  stoploss: "0",
  quantity: String(ticket.quantity),
  disclosedquantity: "0",
  ordertag: ticket.tag,
});

/** Sends every field, because a change without its trigger price is accepted and has no effect. */
export const toModifyOrderParams = (change: OrderChange): ModifyOrderParams => ({
  variety: varieties[change.from.kind],
  orderid: change.orderId,
  ...toPricing(change.pricing),
  producttype: products[change.product],
  duration: durations[change.validity],
  quantity: String(change.quantity),
  tradingsymbol: change.instrument.brokerSymbol,
  symboltoken: change.instrument.token,
  exchange: EXCHANGE,
});

export const toCancelOrderParams = ({ orderId, pricing }: OrderCancel): CancelOrderParams => ({
  variety: varieties[pricing.kind],
  orderid: orderId,
});
