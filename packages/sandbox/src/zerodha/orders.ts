import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { createReplyMemory } from "../broker/reply-memory.ts";
import type { Moment, WireReply } from "../broker/wire.ts";
import type { ChangeRefusal, Order } from "../exchange/model.ts";
import { formOf, type Kite, type ServeSession, type SessionCall } from "./kite.ts";
import { MODIFICATIONS_MAX } from "./limits.ts";
import { readChange } from "./order-change.ts";
import { type PlaceForm, readPlaceForm } from "./order-form.ts";
import { orderHistory } from "./order-history.ts";
import type { OrderNote } from "./order-notes.ts";
import { orderRecord } from "./order-record.ts";
import { rejectTexts } from "./reject-texts.ts";
import { failure, invalid, type KiteError, kiteErrors, shortOfFunds, success, wrongAddress } from "./replies.ts";
import { rupeeText } from "./rupees.ts";

/** Kite has more varieties (`amo`, `co`, `iceberg`, `auction`); these clients may use the regular one. */
const VARIETY = "regular";
const SLICES_MAX = 10;

/** Order calls come from registered addresses only. */
function addressRefusal(kite: Kite, { request, session }: SessionCall): KiteError | null {
  const allowed = kite.clients.find(session.client)?.orderAddresses ?? null;
  return allowed === null || allowed.includes(request.from) ? null : wrongAddress(request.from);
}

/** Kite's refusals before there is an order; later ones are rejected orders. */
function fundsRefusal(kite: Kite, account: string, { instrument, ...form }: PlaceForm): KiteError | null {
  const required = kite.exchange.requiredMargin({ ...form, account, symbol: instrument.symbol });
  if (required <= 0) return null;
  const { available } = kite.exchange.funds(account);
  return required <= available ? null : shortOfFunds(rupeeText(required), rupeeText(available));
}

function placeOne(kite: Kite, account: string, form: PlaceForm, at: Moment): Result<string, KiteError> {
  const refusal = fundsRefusal(kite, account, form);
  if (refusal !== null) return err(refusal);
  const date = kite.exchange.marketDate();
  if (date === null) return err(kiteErrors.broken);
  const { disclosedQuantity, marketProtection } = form;
  const { kiteId } = kite.notes.open(date, { account, disclosedQuantity, marketProtection });
  kite.exchange.place({
    now: at.market,
    account,
    symbol: form.instrument.symbol,
    side: form.side,
    quantity: form.quantity,
    product: form.product,
    pricing: form.pricing,
    validity: form.validity,
    tag: form.tag,
    brokerOrderId: kiteId,
  });
  return ok(kiteId);
}

function slicesOf({ quantity, isAutoslice, instrument }: PlaceForm): readonly number[] {
  const max = instrument.quantityMax;
  if (!isAutoslice || quantity <= max || quantity > max * SLICES_MAX) return [quantity];
  return Array.from({ length: Math.ceil(quantity / max) }, (_, index) => Math.min(max, quantity - index * max));
}

const childOf = (placed: Result<string, KiteError>) =>
  placed.ok
    ? { order_id: placed.value }
    : {
        error: {
          code: placed.error.status,
          error_type: placed.error.type,
          message: placed.error.message,
          data: null,
        },
      };

export const placeOrder: ServeSession = (kite, call) => {
  const { request, parts, session, at } = call;
  const refusal = addressRefusal(kite, call) ?? (parts[0] === VARIETY ? null : invalid("variety"));
  if (refusal !== null) return failure(refusal);
  const form = readPlaceForm(formOf(request), kite.listing);
  if (!form.ok) return failure(form.error);
  kite.exchange.advance(at.market);
  const [first, ...others] = slicesOf(form.value).map((quantity) =>
    placeOne(kite, session.client, { ...form.value, quantity }, at),
  );
  if (first === undefined) return failure(kiteErrors.broken);
  if (!first.ok) return failure(first.error);
  return success({
    order_id: first.value,
    ...(form.value.isAutoslice ? { children: others.map(childOf) } : {}),
  });
};

interface Found {
  readonly note: OrderNote;
  readonly order: Order;
}

export function findOrder(kite: Kite, kiteId: string | undefined, client: string): Found | null {
  const note = kite.notes.find(kiteId ?? "", client);
  const order = note === null ? null : kite.exchange.order(note.exchangeId);
  return note === null || order === null ? null : { note, order };
}

function changeable(kite: Kite, call: SessionCall): Result<Found, KiteError> {
  const { parts, session } = call;
  const refusal = addressRefusal(kite, call) ?? (parts[0] === VARIETY ? null : invalid("variety"));
  if (refusal !== null) return err(refusal);
  const found = findOrder(kite, parts[1], session.client);
  return found === null ? err(kiteErrors.orderUnknown) : ok(found);
}

type Failing = Exclude<ChangeRefusal, "order_unknown" | "order_not_open" | "being_processed">;

const refusalText = (refusal: Failing): string => rejectTexts[refusal].message;

/** Accepted is not done: the exchange's refusal shows in the order's history, and the call succeeds. */
function changeReply(kite: Kite, { note }: Found, refusal: ChangeRefusal, at: Moment): WireReply {
  if (refusal === "order_unknown") return failure(kiteErrors.orderUnknown);
  if (refusal === "order_not_open") return failure(kiteErrors.orderOver);
  if (refusal === "being_processed") return failure(kiteErrors.beingProcessed);
  const afterEntries = kite.exchange.orderHistory(note.exchangeId).length;
  note.failed.push({ afterEntries, at: at.market, message: refusalText(refusal) });
  return success({ order_id: note.kiteId });
}

export const modifyOrder: ServeSession = (kite, call) => {
  const found = changeable(kite, call);
  if (!found.ok) return failure(found.error);
  const { note, order } = found.value;
  const change = readChange(formOf(call.request), order, kite);
  if (!change.ok) return failure(change.error);
  if (note.changes >= MODIFICATIONS_MAX) return failure(kiteErrors.tooManyChanges);
  const { marketProtection, ...wanted } = change.value;
  const reply = kite.exchange.modify({ now: call.at.market, orderId: order.id, ...wanted });
  if (!reply.ok && reply.error === "order_not_open") return failure(kiteErrors.orderOver);
  note.changes++;
  if (!reply.ok) return changeReply(kite, found.value, reply.error, call.at);
  note.marketProtection = marketProtection;
  return success({ order_id: note.kiteId });
};

export const cancelOrder: ServeSession = (kite, call) => {
  const found = changeable(kite, call);
  if (!found.ok) return failure(found.error);
  const { note, order } = found.value;
  const reply = kite.exchange.cancel(order.id, call.at.market);
  return reply.ok ? success({ order_id: note.kiteId }) : changeReply(kite, found.value, reply.error, call.at);
};

const writeOnce = createReplyMemory();

const besideOf = ({ notes }: Kite, order: Order): string => {
  const note = notes.of(order);
  return [notes.idOf(order), note?.failed.length, note?.marketProtection].join(" ");
};

export const listOrders: ServeSession = (kite, { session }) => {
  const orders = kite.exchange.dayOrders(session.client);
  const beside = orders.map((order) => besideOf(kite, order)).join("\n");
  return writeOnce(orders, beside, () => success(orders.map((order) => orderRecord(kite, order))));
};

export const readHistory: ServeSession = (kite, { parts, session }) => {
  const found = findOrder(kite, parts[0], session.client);
  return found === null ? failure(kiteErrors.orderUnknown) : success(orderHistory(kite, found.order, found.note));
};
