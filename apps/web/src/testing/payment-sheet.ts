import { afterEach, beforeEach } from "vitest";
import type { Reply } from "../lib/api.ts";
import type { PaymentProof } from "../lib/payment-widget.ts";

type Options = ConstructorParameters<NonNullable<Window["Razorpay"]>>[0];

interface OpenSheet {
  readonly options: Options;
  pay(): void;
  fail(): void;
  dismiss(): void;
}

export const CHECKOUT_URL = "https://checkout.example/v1/checkout.js";
/** No messages come from this frame. */
export const DEAD_CHECKOUT_URL = "https://dead.example/v1/checkout.js";

export const aProof: PaymentProof = {
  razorpay_payment_id: "pay_29QQoUBi66xm2f",
  razorpay_order_id: "order_9A33XWu170gUtm",
  razorpay_signature: "9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d",
};

export const anOrder = (changes: object = {}) => ({
  id: "order_9A33XWu170gUtm",
  amount: 99_900,
  currency: "INR",
  key_id: "rzp_test_1",
  checkout_url: CHECKOUT_URL,
  ...changes,
});

const sheets: OpenSheet[] = [];

class Sheet {
  readonly #options: Options;
  #onFailed = (): void => undefined;
  constructor(options: Options) {
    this.#options = options;
  }
  on(_event: "payment.failed", listener: () => void) {
    this.#onFailed = listener;
  }
  open() {
    const { handler, modal } = this.#options;
    sheets.push({
      options: this.#options,
      pay: () => handler(aProof),
      fail: () => this.#onFailed(),
      dismiss: modal.ondismiss,
    });
  }
}

/** jsdom loads no scripts: adding the provider's script yields its window object, or an error. */
export function providePaymentSheet() {
  const answerScripts = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement)) continue;
      if (node.src === CHECKOUT_URL) window.Razorpay = Sheet;
      node.dispatchEvent(new Event(node.src === CHECKOUT_URL ? "load" : "error"));
    }
  });
  beforeEach(() => {
    sheets.length = 0;
    answerScripts.observe(document.head, { childList: true });
  });
  afterEach(() => answerScripts.disconnect());
  return {
    opened: (): readonly OpenSheet[] => sheets,
    last(): OpenSheet {
      const sheet = sheets.at(-1);
      if (sheet === undefined) throw new Error("no payment sheet was opened");
      return sheet;
    },
  };
}

/** A purchase that begins at once, for a user without a plan. */
export const aPreview = (
  changes: Partial<Reply<"GET", "/payment/preview">> = {},
): Reply<"GET", "/payment/preview"> => ({
  plan: "ANNUALLY",
  capital_upper_band: 50_000,
  start_date: "2026-11-16T04:00:00.000Z",
  end_date: "2027-11-16T04:00:00.000Z",
  begins: "at_once",
  covered_until: "2027-11-16T04:00:00.000Z",
  running: null,
  timeline: [],
  ...changes,
});
