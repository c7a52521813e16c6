import { istDateOf } from "@vriddhi/core/time/ist";
import type { Moment } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Order } from "../exchange/model.ts";
import { messageOf } from "./reject-texts.ts";

/** Fyers' own order data. One day only: its books restart every morning. */
export interface OrderNumbers {
  /** `26111600000001`: the day, then eight digits. */
  next(at: Moment): string;
  see(order: Order): void;
  numberOf(order: Order): string;
  /** The exchange's id of the client's order; `null` for unknown and other clients' orders. */
  find(client: string, number: string): string | null;
  messageOf(order: Order): string;
}

interface Seen {
  readonly id: string;
  readonly account: string;
}

export function createOrderNumbers(exchange: Exchange): OrderNumbers {
  let count = 0;
  let date = "";
  const byNumber = new Map<string, Seen>();
  /** Numbers the broker's own orders, such as its square-off. */
  const given = new Map<string, string>();
  const messages = new Map<string, string>();

  const make = (day: string): string => `${day.slice(2).replaceAll("-", "")}${String(++count).padStart(8, "0")}`;

  function numberOf(order: Order): string {
    if (order.brokerOrderId !== null) return order.brokerOrderId;
    const known = given.get(order.id);
    if (known !== undefined) return known;
    const number = make(order.date);
    given.set(order.id, number);
    return number;
  }

  function turnTo(day: string): void {
    date = day;
    byNumber.clear();
    given.clear();
    messages.clear();
  }

  return {
    next: ({ market }) => make(istDateOf(market)),
    see(order) {
      if (order.date > date) turnTo(order.date);
      const number = numberOf(order);
      if (!byNumber.has(number)) byNumber.set(number, { id: order.id, account: order.account });
      const message = order.reason === null ? "" : messageOf(exchange, order);
      if (message !== "" && !messages.has(order.id)) messages.set(order.id, message);
    },
    numberOf,
    find(client, number) {
      const seen = byNumber.get(number);
      return seen?.account === client ? seen.id : null;
    },
    messageOf: (order) => messages.get(order.id) ?? "",
  };
}
