import { brand } from "@vriddhi/core/site/brand";
import type { Call, Reply } from "./api.ts";

/** The widget's result of a payment, passed on unchanged. A7.13 */
export type PaymentProof = Call<"POST", "/payment/verify">["body"];
export type PayableOrder = Reply<"POST", "/payment/create-order">;

/** The events of an open widget. A failed try leaves it open: a success may still follow. */
export interface WidgetEvents {
  onPaid(proof: PaymentProof): void;
  onFailed(): void;
  onDismissed(): void;
}

export interface WidgetLook {
  readonly description: string;
  readonly prefill?: { readonly name: string; readonly email: string };
}

interface WidgetOptions {
  readonly key: string;
  readonly order_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly prefill: object;
  readonly theme: { readonly color: string };
  readonly handler: (proof: PaymentProof) => void;
  readonly modal: { readonly ondismiss: () => void; readonly confirm_close: boolean };
}

interface Widget {
  on(event: "payment.failed", listener: () => void): unknown;
  open(): unknown;
}

type WidgetConstructor = new (options: WidgetOptions) => Widget;

declare global {
  interface Window {
    Razorpay?: WidgetConstructor;
  }
}

const THEME_COLOUR = "#f5b544";
/** Inlined in the options: our pictures are not served to other origins. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0e1526"/><g transform="translate(3.2 3.2) scale(.8)"><path d="M15.2 29C6.9 26.9 2.6 20 3.2 11c7.6 1.5 12.3 8.3 12 18Z" fill="#e8edf6"/><path d="M16.8 29C15.4 17.3 19.8 7.3 29 3c1.5 11.8-2.7 22.3-12.2 26Z" fill="#f5b544"/></g></svg>';
const LOAD_TIMEOUT_MS = 20_000;

export class WidgetUnavailable extends Error {}

/** One script per address for all callers; a failure is forgotten, so that the next click retries. */
const scripts = new Map<string, Promise<WidgetConstructor>>();

function addScript(address: string): Promise<WidgetConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      script.remove();
      scripts.delete(address);
      reject(new WidgetUnavailable(address));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.src = address;
    script.onerror = fail;
    script.onload = () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve(window.Razorpay);
      else fail();
    };
    document.head.append(script);
  });
}

/** A7.20: from the address the server names, and not before a payment starts. Rejects with `WidgetUnavailable`. */
export function loadWidget(address: string): Promise<WidgetConstructor> {
  const known = scripts.get(address) ?? addScript(address);
  scripts.set(address, known);
  return known;
}

export async function openWidget(order: PayableOrder, look: WidgetLook, events: WidgetEvents): Promise<void> {
  const Razorpay = await loadWidget(order.checkout_url);
  const widget = new Razorpay({
    key: order.key_id,
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: brand.name,
    description: look.description,
    image: `data:image/svg+xml;base64,${btoa(LOGO)}`,
    prefill: look.prefill ?? {},
    theme: { color: THEME_COLOUR },
    handler: events.onPaid,
    modal: { ondismiss: events.onDismissed, confirm_close: false },
  });
  widget.on("payment.failed", events.onFailed);
  widget.open();
}
