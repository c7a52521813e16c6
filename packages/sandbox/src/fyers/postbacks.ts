import type { OrderEvent } from "../exchange/model.ts";
import type { FyersDeps } from "./call.ts";
import { orderRow } from "./rows.ts";

export interface Postbacks {
  send(event: OrderEvent): void;
}

/** The row of the order book, to the app's address, when an order is pending, traded, cancelled or rejected. */
export function createPostbacks(desk: FyersDeps, post: (url: string, body: string) => void): Postbacks {
  return {
    send({ order, change }) {
      if (change === "placed") return;
      const url = desk.clients.find(order.account)?.app.postbackUrl ?? null;
      if (url !== null) post(url, JSON.stringify(orderRow(desk, order, 1, null)));
    },
  };
}
