import type { WireReply } from "../broker/wire.ts";
import type { Order, Position } from "../exchange/model.ts";
import { type Fields, fieldsOf, idOf } from "./body.ts";
import type { Call, FyersDeps } from "./call.ts";
import { badInput, done, refusals, refused } from "./reply.ts";
import { positionId, productOf } from "./rows.ts";
import { CASH } from "./symbols.ts";

/** The counter order was sent but has not filled. */
const SENT = 201;

const isOpen = ({ netQuantity }: Position): boolean => netQuantity !== 0;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

type Choice = (position: Position) => boolean;

function chosen(fields: Fields): Choice {
  if (fields["id"] !== undefined) {
    const ids = new Set(listOf(fields["id"]).map(idOf));
    return (position) => ids.has(positionId(position));
  }
  if (fields["segment"] === undefined && fields["productType"] === undefined) return () => true;
  const segments = listOf(fields["segment"]);
  const sides = listOf(fields["side"]);
  const products = listOf(fields["productType"]);
  return ({ netQuantity, product }) =>
    segments.includes(CASH) &&
    sides.includes(Math.sign(netQuantity)) &&
    (products.includes("ALL") || products.includes(productOf[product]));
}

const isWaiting = ({ status }: Order): boolean => status === "open" || status === "trigger_pending";

function cancelPending(desk: FyersDeps, call: Call, choice: Choice): void {
  const ids = new Set(desk.exchange.positions(call.client).filter(choice).map(positionId));
  for (const order of desk.exchange.dayOrders(call.client)) {
    if (isWaiting(order) && ids.has(positionId(order))) desk.exchange.cancel(order.id, call.at.market);
  }
}

function exit(desk: FyersDeps, call: Call, { symbol, product, netQuantity }: Position): Order {
  return desk.exchange.place({
    now: call.at.market,
    account: call.client,
    symbol,
    product,
    side: netQuantity > 0 ? "sell" : "buy",
    quantity: Math.abs(netQuantity),
    pricing: { kind: "market", protection: "auto" },
    brokerOrderId: desk.numbers.next(call.at),
  }).order;
}

export function exitPositions(desk: FyersDeps, call: Call): WireReply {
  const fields = call.request.body === "" ? {} : fieldsOf(call.request.body);
  if (fields === null) return refused(badInput("Invalid input"));
  const choice = chosen(fields);
  const all = desk.exchange.positions(call.client);
  if (fields["id"] !== undefined && !all.some(choice)) return refused(refusals.positionUnknown);
  if (fields["pending_orders_cancel"] === 1) cancelPending(desk, call, choice);
  const open = desk.exchange.positions(call.client).filter((position) => isOpen(position) && choice(position));
  if (open.length === 0) return refused(refusals.nothingToExit);
  const orders = open.map((position) => exit(desk, call, position));
  const isDone = orders.every(({ status }) => status === "filled");
  if (isDone) return done({}, 200, "The position is closed.");
  return done({}, SENT, "Exit order has been placed, please check the order book");
}

/** The exchange keeps products separate: no conversion. */
export function convertPosition({ exchange }: FyersDeps, { client, request }: Call): WireReply {
  const id = idOf(fieldsOf(request.body)?.["symbol"]);
  const position = exchange.positions(client).find((other) => positionId(other) === id);
  if (position === undefined) return refused(refusals.positionUnknown);
  return refused(badInput(`You cannot convert ${productOf[position.product]} position`));
}
