import type { Result } from "@vriddhi/core/shared/result";
import type { WireReply } from "../broker/wire.ts";
import type { ChangeReply } from "../exchange/exchange.ts";
import type { ChangeRefusal, Order } from "../exchange/model.ts";
import { type Fields, fieldsOf, idOf, isFields, parseJson } from "./body.ts";
import type { Call, FyersDeps } from "./call.ts";
import { type Placement, readModification, readPlacement } from "./order-input.ts";
import { rejectText } from "./reject-texts.ts";
import { badInput, done, type Refusal, refusals, refused, rejection } from "./reply.ts";

const PLACED = 1101;
const CANCELLED = 1103;
const MULTI_MAX = 10;
const SLICES_MAX = 10;

/** The answer to one order; a refusal may carry a rejected order's number. */
type Answer =
  | { readonly ok: true; readonly code: number; readonly message: string; readonly id: string }
  | { readonly ok: false; readonly why: Refusal; readonly id?: string };

const no = (why: Refusal, id?: string): Answer => ({ ok: false, why, ...(id === undefined ? {} : { id }) });

function toReply(answer: Answer): WireReply {
  if (answer.ok) return done({ id: answer.id }, answer.code, answer.message);
  return refused(answer.why, answer.id === undefined ? {} : { id: answer.id });
}

function toPart(answer: Answer, description = "HTTP OK"): object {
  if (answer.ok) {
    const { code, message, id } = answer;
    return { statusCode: 200, body: { s: "ok", code, message, id }, statusDescription: description };
  }
  const { status, code, message } = answer.why;
  const body = { s: "error", code, message, ...(answer.id === undefined ? {} : { id: answer.id }) };
  return { statusCode: status, body, statusDescription: "HTTP Error" };
}

function send(desk: FyersDeps, call: Call, placement: Placement, quantity: number): Order {
  const { instrument, side, product, pricing, validity, tag } = placement;
  const brokerOrderId = desk.numbers.next(call.at);
  const { order } = desk.exchange.place({
    now: call.at.market,
    account: call.client,
    symbol: instrument.symbol,
    brokerOrderId,
    side,
    quantity,
    product,
    pricing,
    validity,
    tag,
  });
  return order;
}

function answerTo(desk: FyersDeps, order: Order, message: string): Answer {
  const id = desk.numbers.numberOf(order);
  if (order.status === "rejected") return no(rejection(desk.numbers.messageOf(order)), id);
  return { ok: true, code: PLACED, message, id };
}

function placeRead(desk: FyersDeps, call: Call, placement: Placement): Answer {
  const order = send(desk, call, placement, placement.quantity);
  return answerTo(desk, order, `Order submitted successfully. Your Order Ref. No.${desk.numbers.numberOf(order)}`);
}

function placeOne(desk: FyersDeps, call: Call, fields: Fields): Answer {
  const read = readPlacement(fields, call.client, desk.symbols);
  return read.ok ? placeRead(desk, call, read.value) : no(read.error);
}

/** Parts of at most the freeze quantity, one order each. */
function placeSliced(desk: FyersDeps, call: Call, placement: Placement): WireReply {
  const freeze = placement.instrument.quantityMax;
  const count = Math.ceil(placement.quantity / freeze);
  if (count > SLICES_MAX) return refused(badInput("Order quantity needs more than 10 slices"));
  const data = Array.from({ length: count }, (_, index) => {
    const quantity = Math.min(freeze, placement.quantity - index * freeze);
    return toPart(answerTo(desk, send(desk, call, placement, quantity), "Successfully placed order"), "OK");
  });
  return done({ data }, PLACED, "Order Slice placed successfully");
}

export function placeOrder(desk: FyersDeps, call: Call): WireReply {
  const fields = fieldsOf(call.request.body);
  if (fields === null) return refused(badInput("Invalid input"));
  const read = readPlacement(fields, call.client, desk.symbols);
  if (!read.ok) return refused(read.error);
  const { isSliced, quantity, instrument } = read.value;
  if (isSliced && quantity > instrument.quantityMax) return placeSliced(desk, call, read.value);
  return toReply(placeRead(desk, call, read.value));
}

function changeRefusal(reason: ChangeRefusal): Refusal {
  if (reason === "order_unknown") return refusals.orderUnknown;
  if (reason === "being_processed") return refusals.beingProcessed;
  if (reason === "tick_size") return refusals.offTick;
  return reason === "order_not_open" ? refusals.orderOver : rejection(rejectText(reason));
}

function answerToChange(
  change: ChangeReply | Result<Order, ChangeRefusal>,
  accepted: Omit<Answer & { ok: true }, "ok">,
) {
  return change.ok ? ({ ok: true, ...accepted } as const) : no(changeRefusal(change.error), accepted.id);
}

function modifyOne(desk: FyersDeps, call: Call, fields: Fields): Answer {
  const id = idOf(fields["id"]);
  const orderId = desk.numbers.find(call.client, id);
  const order = orderId === null ? null : desk.exchange.order(orderId);
  if (order === null) return no(refusals.orderUnknown);
  const read = readModification(fields, order);
  if (!read.ok) return no(read.error, id);
  const change = desk.exchange.modify({ now: call.at.market, orderId: order.id, ...read.value });
  return answerToChange(change, { code: PLACED, message: "Successfully modified order", id });
}

function cancelOne(desk: FyersDeps, call: Call, fields: Fields): Answer {
  const id = idOf(fields["id"]);
  const orderId = desk.numbers.find(call.client, id);
  if (orderId === null) return no(refusals.orderUnknown);
  const change = desk.exchange.cancel(orderId, call.at.market);
  return answerToChange(change, { code: CANCELLED, message: "Successfully cancelled order", id });
}

type One = (desk: FyersDeps, call: Call, fields: Fields) => Answer;

const single =
  (one: One) =>
  (desk: FyersDeps, call: Call): WireReply => {
    const fields = fieldsOf(call.request.body);
    return fields === null ? refused(badInput("Invalid input")) : toReply(one(desk, call, fields));
  };

const many =
  (one: One) =>
  (desk: FyersDeps, call: Call): WireReply => {
    const list = parseJson(call.request.body);
    if (!Array.isArray(list) || list.length === 0 || list.length > MULTI_MAX || !list.every(isFields)) {
      return refused(badInput(`Please provide 1 to ${MULTI_MAX} orders`));
    }
    return done({ data: list.map((fields) => toPart(one(desk, call, fields))) });
  };

export const modifyOrder = single(modifyOne);
export const cancelOrder = single(cancelOne);
export const placeMany = many(placeOne);
export const modifyMany = many(modifyOne);
export const cancelMany = many(cancelOne);
