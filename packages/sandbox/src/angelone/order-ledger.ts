import { hash } from "node:crypto";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Exchange } from "../exchange/exchange.ts";
import type { Order } from "../exchange/model.ts";
import { ORDER_TYPE_WORDS, ORDER_TYPES, STATUS_WORDS, type Variety } from "./order-format.ts";

export interface OrderNote {
  /** `261114000000123`: the day and a number. */
  readonly orderId: string;
  readonly uniqueOrderId: string;
  readonly client: string;
  variety: Variety;
  readonly disclosedQuantity: number;
  /** `status`: the last event, which may be a refused change. */
  status: string;
  text: string;
  /** The exchange's number, once there is one. */
  exchangeId: string | null;
}

export interface OrderLedger {
  issue(order: Pick<OrderNote, "client" | "variety" | "disclosedQuantity">): OrderNote;
  /** Includes the broker's own square-off orders, which get their number here. */
  noteOf(order: Order): OrderNote;
  /** By an order id in today's books, if it belongs to the client. */
  find(orderId: string, client: string): OrderNote | null;
  findByUniqueId(uniqueOrderId: string, client: string): OrderNote | null;
}

const uuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

const varietyOf = (order: Order): Variety => ORDER_TYPES[ORDER_TYPE_WORDS[order.pricing.kind]];

export function createOrderLedger(exchange: Pick<Exchange, "marketDate">, secret: string): OrderLedger {
  const byOrderId = new Map<string, OrderNote>();
  const byUniqueId = new Map<string, OrderNote>();
  const byExchangeId = new Map<string, OrderNote>();
  let day: IstDate | null = null;
  let count = 0;

  function turnPage(): void {
    const today = exchange.marketDate();
    if (today === day) return;
    day = today;
    count = 0;
    for (const notes of [byOrderId, byUniqueId, byExchangeId]) notes.clear();
  }

  function keep(orderId: string, given: Pick<OrderNote, "client" | "variety" | "disclosedQuantity">): OrderNote {
    const uniqueOrderId = uuid(hash("sha256", `${secret} ${orderId}`, "hex"));
    const note: OrderNote = { ...given, orderId, uniqueOrderId, status: "open pending", text: "", exchangeId: null };
    byOrderId.set(orderId, note);
    byUniqueId.set(uniqueOrderId, note);
    return note;
  }

  function nextOrderId(): string {
    turnPage();
    count++;
    return `${(day ?? "").slice(2).replaceAll("-", "")}${String(count).padStart(9, "0")}`;
  }

  function adopt(order: Order): OrderNote {
    const orderId = order.brokerOrderId ?? nextOrderId();
    const note = keep(orderId, { client: order.account, variety: varietyOf(order), disclosedQuantity: 0 });
    note.status = STATUS_WORDS[order.status];
    return note;
  }

  const own = (note: OrderNote | undefined, client: string): OrderNote | null =>
    note !== undefined && note.client === client ? note : null;

  return {
    issue: (order) => keep(nextOrderId(), order),
    noteOf(order) {
      turnPage();
      const note = byExchangeId.get(order.id) ?? byOrderId.get(order.brokerOrderId ?? "") ?? adopt(order);
      note.exchangeId = order.id;
      byExchangeId.set(order.id, note);
      return note;
    },
    find(orderId, client) {
      turnPage();
      return own(byOrderId.get(orderId), client);
    },
    findByUniqueId(uniqueOrderId, client) {
      turnPage();
      return own(byUniqueId.get(uniqueOrderId), client);
    },
  };
}
