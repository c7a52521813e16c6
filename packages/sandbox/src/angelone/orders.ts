import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { WireReply } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { ChangeRefusal, Order, RejectReason } from "../exchange/model.ts";
import type { Angel, Call, Handler } from "./call.ts";
import type { Refusal } from "./errors.ts";
import { readText } from "./fields.ts";
import { readOrder, readProduct, readTerms, readVariety, type Terms } from "./order-form.ts";
import { ORDER_TYPE_WORDS, ORDER_TYPES, STATUS_WORDS } from "./order-format.ts";
import type { OrderNote } from "./order-ledger.ts";
import { refusalText } from "./order-texts.ts";
import { refused, success } from "./reply.ts";

/** Angel One forbids algorithms market and IOC orders; the exchange enforces the former. */
function brokerRefusal({ validity }: Terms, isRejected: boolean): RejectReason | null {
  if (isRejected) return "broker_rejected";
  return validity === "ioc" ? "order_type_not_allowed" : null;
}

/** A success only acknowledges the order: an exchange refusal shows in the book. */
export const placeOrder: Handler = ({ exchange, listing, ledger }, { session, at, fields, isRejected }) => {
  const form = readOrder(fields, listing);
  if (!form.ok) return refused(form.error);
  const { instrument, variety, side, product, terms, disclosedQuantity, tag } = form.value;
  const { client } = session;
  const note = ledger.issue({ client, variety, disclosedQuantity });
  const refusal = brokerRefusal(terms, isRejected);
  if (refusal !== null) exchange.rejectNext(client, refusal);
  const { symbol } = instrument;
  const brokerOrderId = note.orderId;
  exchange.place({ now: at.market, account: client, symbol, side, product, ...terms, tag, brokerOrderId });
  return success({
    script: readText(fields, "tradingsymbol"),
    orderid: note.orderId,
    uniqueorderid: note.uniqueOrderId,
  });
};

interface Found {
  readonly note: OrderNote;
  readonly order: Order;
}

function findOrder({ exchange, ledger }: Angel, { session, fields }: Call): Result<Found, Refusal> {
  const variety = readVariety(fields);
  if (!variety.ok) return variety;
  const note = ledger.find(readText(fields, "orderid") ?? "", session.client);
  const order = note === null || note.exchangeId === null ? null : exchange.order(note.exchangeId);
  if (note === null || order === null) return err({ code: "AB1013" });
  return note.variety === variety.value ? ok({ note, order }) : err({ code: "AB1008" });
}

const accepted = ({ orderId, uniqueOrderId }: OrderNote): WireReply =>
  success({ orderid: orderId, uniqueorderid: uniqueOrderId });

/** Changes to a finished order are refused at once; other refusals come from the exchange and show in the book. */
function answerChange(
  exchange: Exchange,
  { note, order }: Found,
  refusal: ChangeRefusal,
  verb: "modified" | "cancelled",
): WireReply {
  if (refusal === "order_unknown" || refusal === "order_not_open") {
    const state = STATUS_WORDS[exchange.order(order.id)?.status ?? order.status];
    return refused({ code: "AB2000", message: `Order cannot be ${verb} as it is ${state}` });
  }
  if (refusal === "being_processed")
    return refused({ code: "AB2000", message: `Order cannot be ${verb} as it is being processed` });
  note.status = `not ${verb}`;
  note.text = refusalText(refusal, order, exchange);
  return accepted(note);
}

export const modifyOrder: Handler = (angel, call) => {
  const found = findOrder(angel, call);
  if (!found.ok) return refused(found.error);
  const { fields, at } = call;
  const { note, order } = found.value;
  if (angel.listing.ofRequest(fields)?.symbol !== order.symbol) return refused({ code: "AB1009" });
  const product = readProduct(fields);
  if (!product.ok || product.value !== order.product) return refused({ code: "AB1012" });
  const terms = readTerms(fields, note.variety, true);
  if (!terms.ok) return refused(terms.error);
  if (terms.value.validity === "ioc")
    return answerChange(angel.exchange, found.value, "order_type_not_allowed", "modified");
  const changed = angel.exchange.modify({ now: at.market, orderId: order.id, ...terms.value });
  if (!changed.ok) return answerChange(angel.exchange, found.value, changed.error, "modified");
  note.variety = ORDER_TYPES[ORDER_TYPE_WORDS[terms.value.pricing.kind]];
  return accepted(note);
};

export const cancelOrder: Handler = (angel, call) => {
  const found = findOrder(angel, call);
  if (!found.ok) return refused(found.error);
  const { note, order } = found.value;
  const cancelled = angel.exchange.cancel(order.id, call.at.market);
  return cancelled.ok ? accepted(note) : answerChange(angel.exchange, found.value, cancelled.error, "cancelled");
};
