import { bandAt, type Level, type PlanName, priceOf } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { ApiError, api, type Reply } from "../../lib/api.ts";
import { formatRupees, formatSpan } from "../../lib/format-subscription.ts";
import { openWidget, type PaymentProof, type WidgetEvents, WidgetUnavailable } from "../../lib/payment-widget.ts";
import { paymentTexts } from "./payment.texts.ts";

export interface Buyer {
  readonly name: string;
  readonly email: string;
}

export interface Purchase {
  readonly plan: PlanName;
  readonly level: Level;
  readonly price: Paise;
  readonly coupon: string | null;
  readonly buyer: Buyer;
}

/** The order came back without an id: there is nothing to pay. A8.9 */
class OrderWithoutId extends Error {}

/** A5.11, A7.12: the server sets the price; the page repeats the one it has shown. */
async function createOrder({ plan, level, price, coupon }: Purchase) {
  const order = await api("POST", "/payment/create-order", {
    body: {
      amount: price / PAISE_PER_RUPEE,
      currency: "INR",
      plan_name: plan,
      max_capital: bandAt(level).maxCapitalRupees,
      ...(coupon === null ? {} : { coupon_code: coupon }),
    },
  });
  if (!order.id) throw new OrderWithoutId();
  return order;
}

export type Preview = Reply<"GET", "/payment/preview">;

/** When the purchase would run. A coupon changes only the price, so the full price is sent. */
export function previewPurchase({ plan, level }: Purchase): Promise<Preview> {
  const amount = String(priceOf(level, plan) / PAISE_PER_RUPEE);
  const query = { amount, plan_name: plan, max_capital: String(bandAt(level).maxCapitalRupees) };
  return api("GET", "/payment/preview", { query });
}

/** A purchase that changes a running period or begins later shows its dates before the payment widget. */
export const isWorthAsking = ({ running, begins }: Preview): boolean => running !== null || begins === "later";

interface PayEvents extends WidgetEvents {
  /** Checked when the order exists: the user may have chosen another plan meanwhile. */
  isStillWanted(): boolean;
}

/** A4.7: the order, then the widget, which says what is bought. `false` when the user left meanwhile. */
export async function startPayment(purchase: Purchase, preview: Preview, events: PayEvents): Promise<boolean> {
  const order = await createOrder(purchase);
  if (!events.isStillWanted()) return false;
  const { plan, buyer } = purchase;
  const { capital_upper_band: band, start_date: start, end_date: end } = preview;
  const description = paymentTexts.description(plan, formatRupees(band), formatSpan(start, end));
  await openWidget(order, { description, prefill: { name: buyer.name, email: buyer.email } }, events);
  return true;
}

const COUPON_REFUSALS: readonly string[] = ["coupon_invalid", "coupon_used_up", "coupon_used_before"];

export interface OrderFault {
  readonly text: string;
  readonly isCouponRefused: boolean;
  readonly hasSessionEnded: boolean;
}

export function orderFaultOf(cause: unknown): OrderFault {
  const code = cause instanceof ApiError ? cause.code : null;
  return {
    text: orderFaultText(cause),
    isCouponRefused: code !== null && COUPON_REFUSALS.includes(code),
    hasSessionEnded: code === "not_signed_in",
  };
}

function orderFaultText(cause: unknown): string {
  if (cause instanceof ApiError) return cause.detail ?? paymentTexts.orderFailed;
  if (cause instanceof OrderWithoutId) return paymentTexts.orderWithoutId;
  if (!(cause instanceof WidgetUnavailable)) reportError(cause); // our own bug: log it
  return paymentTexts.wentWrong;
}

const VERIFY_ATTEMPTS_MAX = 3;
const RETRY_STEP_MS = 1_000;

const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs));
const isWorthRetrying = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status >= 500);

/** Retries after a lost connection or a server fault, for the money may be on its way. Repeating it is idempotent. */
export async function verifyPayment(proof: PaymentProof): Promise<Reply<"POST", "/payment/verify">> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api("POST", "/payment/verify", { body: proof });
    } catch (cause) {
      if (attempt === VERIFY_ATTEMPTS_MAX || !isWorthRetrying(cause)) throw cause;
      await pause(attempt * RETRY_STEP_MS);
    }
  }
}

export const verificationFaultText = (cause: unknown): string =>
  (cause instanceof ApiError ? cause.detail : null) ?? paymentTexts.verificationFailed;
