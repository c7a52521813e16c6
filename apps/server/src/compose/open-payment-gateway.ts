import type { PaymentGateway } from "../gateways/payment/payment-gateway.ts";
import { createRazorpayGateway } from "../gateways/payment/razorpay.ts";
import type { PaymentSettings } from "../platform/config/config.ts";
import { watchCalls } from "../platform/db/transaction-watch.ts";
import type { Closing } from "./closing.ts";
import type { Platform } from "./platform.ts";

const CALLS = [
  "createOrder",
  "findOrderByReceipt",
  "paymentsOfOrder",
  "findPayment",
  "capture",
  "refund",
  "refundsOf",
] as const satisfies readonly (keyof PaymentGateway)[];

export function openPaymentGateway(
  settings: PaymentSettings,
  { log, watch }: Pick<Platform, "log" | "watch">,
  closing: Closing,
): PaymentGateway {
  const { url: baseUrl, keyId, keySecret, webhookSecrets } = settings;
  const gateway = createRazorpayGateway({ baseUrl, keyId, keySecret, webhookSecrets, log });
  closing.add("payment gateway", gateway.close);
  return watchCalls(gateway, CALLS, watch, "the payment provider was asked");
}
