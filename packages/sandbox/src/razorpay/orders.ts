import { ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, MINUTE_MS } from "@vriddhi/core/time/clock";
import { collection, page } from "./collection.ts";
import { type Fields, readAmount, readCurrency, readFields, readNotes, readReceipt } from "./fields.ts";
import { type KeptOrder, type Ledger, toSeconds } from "./ledger.ts";
import { type OrderEntity, type Refusal, refuse } from "./razorpay-wire.ts";

const CREATE_FIELDS = ["amount", "currency", "receipt", "notes", "partial_payment", "payment", "payment_capture"];
const UNCAPTURED_FOR_MINUTES = 5 * 24 * 60;
const AUTOMATIC_EXPIRY_MIN = 12;

interface Capturing {
  readonly isAutoCaptured: boolean;
  readonly uncapturedForMs: number;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function readCapturing(fields: Fields, isCapturedByDefault: boolean): Result<Capturing, Refusal> {
  const { payment, payment_capture: flag } = fields;
  const uncapturedForMs = UNCAPTURED_FOR_MINUTES * MINUTE_MS;
  if (!isFields(payment)) {
    const isAutoCaptured = flag === undefined ? isCapturedByDefault : flag === 1 || flag === true || flag === "1";
    return ok({ isAutoCaptured, uncapturedForMs });
  }
  const { capture, capture_options: options } = payment;
  if (capture !== "automatic" && capture !== "manual")
    return refuse("The payment.capture must be automatic or manual.", { field: "payment.capture" });
  const { automatic_expiry_period: automatic, manual_expiry_period: manual } = isFields(options) ? options : {};
  if (typeof automatic === "number" && automatic < AUTOMATIC_EXPIRY_MIN)
    return refuse(`The automatic expiry period must be at least ${AUTOMATIC_EXPIRY_MIN} minutes.`);
  const minutes = typeof manual === "number" ? manual : UNCAPTURED_FOR_MINUTES;
  return ok({ isAutoCaptured: capture === "automatic", uncapturedForMs: minutes * MINUTE_MS });
}

export function createOrders(ledger: Ledger, isCapturedByDefault: boolean) {
  const entityOf = ({ entity }: KeptOrder): OrderEntity => entity;

  return {
    create(body: string, now: EpochMs): Result<OrderEntity, Refusal> {
      const fields = readFields(body, CREATE_FIELDS);
      if (!fields.ok) return fields;
      const amount = readAmount(fields.value["amount"]);
      if (!amount.ok) return amount;
      const currency = readCurrency(fields.value["currency"]);
      if (!currency.ok) return currency;
      const receipt = readReceipt(fields.value["receipt"]);
      if (!receipt.ok) return receipt;
      const notes = readNotes(fields.value["notes"]);
      if (!notes.ok) return notes;
      const capturing = readCapturing(fields.value, isCapturedByDefault);
      if (!capturing.ok) return capturing;
      const entity: OrderEntity = {
        id: ledger.drawId("order"),
        entity: "order",
        amount: amount.value,
        amount_paid: 0,
        amount_due: amount.value,
        currency: currency.value,
        receipt: receipt.value,
        offer_id: null,
        status: "created",
        attempts: 0,
        notes: notes.value,
        created_at: toSeconds(now),
      };
      ledger.putOrder({ entity, ...capturing.value });
      return ok(entity);
    },
    fetch(id: string): Result<OrderEntity, Refusal> {
      const found = ledger.order(id);
      return found.ok ? ok(entityOf(found.value)) : found;
    },
    list(query: URLSearchParams) {
      const receipt = query.get("receipt");
      const all = [...ledger.orders.values()].map(entityOf);
      return page(receipt ? all.filter((order) => order.receipt === receipt) : all, query);
    },
    payments(id: string) {
      const found = ledger.order(id);
      if (!found.ok) return found;
      return ok(collection([...ledger.payments.values()].filter((payment) => payment.order_id === id).reverse()));
    },
    edit(id: string, body: string): Result<OrderEntity, Refusal> {
      const found = ledger.order(id);
      if (!found.ok) return found;
      const fields = readFields(body, ["notes"]);
      if (!fields.ok) return fields;
      const notes = readNotes(fields.value["notes"]);
      if (!notes.ok) return notes;
      const entity = { ...found.value.entity, notes: notes.value };
      ledger.putOrder({ ...found.value, entity });
      return ok(entity);
    },
  };
}
