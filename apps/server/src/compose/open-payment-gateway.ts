import type { PaymentSettings } from "../platform/config/config.ts";
import type { Logger } from "../platform/log/logger.ts";
import type { PaymentGateway } from "../platform/payment/payment-gateway.ts";
import { createRazorpayGateway } from "../platform/payment/razorpay.ts";
import type { Closing } from "./closing.ts";

export function openPaymentGateway(settings: PaymentSettings, log: Logger, closing: Closing): PaymentGateway {
  const { url: baseUrl, keyId, keySecret, webhookSecrets } = settings;
  const gateway = createRazorpayGateway({ baseUrl, keyId, keySecret, webhookSecrets, log });
  closing.add("payment gateway", gateway.close);
  return gateway;
}
