import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { WireRequest } from "../broker/wire.ts";
import { chargesOf, sumCharges } from "./charges.ts";
import type { Kite, ServeSession } from "./kite.ts";
import { type PlaceForm, readPlaceForm } from "./order-form.ts";
import { failure, invalid, type KiteError, kiteErrors, success } from "./replies.ts";
import { toRupees } from "./rupees.ts";

const WHOLE_BASIS_POINTS = 10_000;

type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);

/** These calls accept a JSON list instead of a form. */
function readItems({ body }: WireRequest): Result<readonly Item[], KiteError> {
  try {
    const parsed: unknown = JSON.parse(body);
    return Array.isArray(parsed) && parsed.every(isItem) ? ok(parsed) : err(kiteErrors.badJson);
  } catch {
    return err(kiteErrors.badJson);
  }
}

/** Each item has the order form's names; an estimate needs no protection. */
function toForm(item: Item): URLSearchParams {
  const form = new URLSearchParams({ market_protection: "-1" });
  for (const [name, value] of Object.entries(item)) {
    if (typeof value === "string" || typeof value === "number") form.set(name, String(value));
  }
  return form;
}

/** A trade is charged at its average, which is not a market price: only the rest is parsed as an order. */
function toTradedForm(item: Item): URLSearchParams {
  const form = toForm(item);
  form.set("order_type", "MARKET");
  return form;
}

interface Estimate {
  readonly item: Item;
  readonly form: PlaceForm;
}

function readEstimates(
  kite: Kite,
  request: WireRequest,
  formOf: (item: Item) => URLSearchParams,
): Result<readonly Estimate[], KiteError> {
  const items = readItems(request);
  if (!items.ok) return items;
  const estimates: Estimate[] = [];
  for (const item of items.value) {
    const form = readPlaceForm(formOf(item), kite.listing);
    if (!form.ok) return form;
    estimates.push({ item, form: form.value });
  }
  return ok(estimates);
}

/** In rupees: its limit, or for market orders the market. */
function priceOf(kite: Kite, { pricing, instrument }: PlaceForm): number {
  const hasPrice = pricing.kind === "limit" || pricing.kind === "stop_limit";
  return toRupees(hasPrice ? pricing.price : kite.exchange.lastPrice(instrument.symbol));
}

const NO_MARGIN = {
  type: "",
  tradingsymbol: "",
  exchange: "",
  span: 0,
  exposure: 0,
  option_premium: 0,
  additional: 0,
  bo: 0,
  cash: 0,
  var: 0,
  pnl: { realised: 0, unrealised: 0 },
  leverage: 0,
};

function marginRecord(kite: Kite, account: string, { form }: Estimate) {
  const { instrument, ...order } = form;
  const total = toRupees(kite.exchange.requiredMargin({ ...order, account, symbol: instrument.symbol }));
  const charges = chargesOf({ ...order, price: priceOf(kite, form) });
  return {
    ...NO_MARGIN,
    type: "equity",
    tradingsymbol: instrument.symbol,
    exchange: "NSE",
    var: total,
    leverage: form.product === "intraday" ? WHOLE_BASIS_POINTS / kite.exchange.settings.intradayMarginBasisPoints : 1,
    charges,
    total,
  };
}

export const estimateOrders: ServeSession = (kite, { request, session }) => {
  const estimates = readEstimates(kite, request, toForm);
  if (!estimates.ok) return failure(estimates.error);
  return success(estimates.value.map((estimate) => marginRecord(kite, session.client, estimate)));
};

/** Nothing is netted within a basket, so its initial need equals its final one. */
export const estimateBasket: ServeSession = (kite, { request, session }) => {
  const estimates = readEstimates(kite, request, toForm);
  if (!estimates.ok) return failure(estimates.error);
  const orders = estimates.value.map((estimate) => marginRecord(kite, session.client, estimate));
  const total = orders.reduce((sum, order) => sum + order.total, 0);
  const whole = { ...NO_MARGIN, var: total, charges: sumCharges([]), total };
  return success({ initial: whole, final: whole, orders, charges: sumCharges(orders.map(({ charges }) => charges)) });
};

const averageOf = (item: Item): number => Number(item["average_price"] ?? Number.NaN);

export const estimateCharges: ServeSession = (kite, { request }) => {
  const estimates = readEstimates(kite, request, toTradedForm);
  if (!estimates.ok) return failure(estimates.error);
  if (!estimates.value.every(({ item }) => averageOf(item) > 0)) return failure(invalid("average_price"));
  return success(
    estimates.value.map(({ item, form }) => ({
      transaction_type: item["transaction_type"],
      tradingsymbol: form.instrument.symbol,
      exchange: "NSE",
      variety: item["variety"] ?? "regular",
      product: item["product"],
      order_type: item["order_type"],
      quantity: form.quantity,
      price: averageOf(item),
      charges: chargesOf({ ...form, price: averageOf(item) }),
    })),
  );
};
