import type { Paise } from "@vriddhi/core/shared/money";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface GatewayOrder {
  readonly id: string;
  readonly amountPaise: Paise;
  readonly currency: "INR";
  readonly receipt: string | null;
  /** Stays `paid` after a refund. */
  readonly status: "created" | "attempted" | "paid";
  readonly notes: Readonly<Record<string, string>>;
}

export interface GatewayPayment {
  readonly id: string;
  readonly orderId: string | null;
  readonly amountPaise: Paise;
  readonly currency: string;
  /** `failed` is not final: a bank may authorise late. */
  readonly status: "created" | "authorized" | "captured" | "refunded" | "failed";
  readonly email: string | null;
  readonly contact: string | null;
  readonly refundedPaise: Paise;
  readonly createdAt: EpochMs;
  readonly errorDescription: string | null;
}

export interface GatewayRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly amountPaise: Paise;
  readonly status: "pending" | "processed" | "failed";
}

/** Sorted by what the caller does next. */
export type GatewayFault =
  /** The same request would be refused again. */
  | { readonly kind: "refused"; readonly code: string; readonly description: string }
  | { readonly kind: "not_found" }
  /** Nothing happened; a retry is safe. */
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  /** Nothing happened: the provider was unreachable, or a read got no reply. */
  | { readonly kind: "unavailable"; readonly reason: string }
  /** A changing call was sent without an intelligible reply: look it up before a retry. */
  | { readonly kind: "outcome_unknown"; readonly reason: string };

/** The payment provider. Every method is one call; the caller decides about retries. */
export interface PaymentGateway {
  /** The only key that browsers may see. */
  readonly keyId: string;
  /** Not idempotent at the provider: after `outcome_unknown` call `findOrderByReceipt`. */
  createOrder(order: {
    readonly amountPaise: Paise;
    readonly receipt: string;
    readonly notes: Readonly<Record<string, string>>;
  }): Promise<Result<GatewayOrder, GatewayFault>>;
  findOrderByReceipt(receipt: string): Promise<Result<GatewayOrder | null, GatewayFault>>;
  paymentsOfOrder(orderId: string): Promise<Result<readonly GatewayPayment[], GatewayFault>>;
  findPayment(id: string): Promise<Result<GatewayPayment, GatewayFault>>;
  /** Exactly the authorised amount. */
  capture(paymentId: string, amountPaise: Paise): Promise<Result<GatewayPayment, GatewayFault>>;
  /** The same key (10 or more letters, digits, `_`, `-`) refunds at most once. */
  refund(refund: {
    readonly paymentId: string;
    readonly amountPaise: Paise;
    readonly key: string;
    readonly notes: Readonly<Record<string, string>>;
  }): Promise<Result<GatewayRefund, GatewayFault>>;
  refundsOf(paymentId: string): Promise<Result<readonly GatewayRefund[], GatewayFault>>;
  /** Proves the pair, not the payment; `orderId` must be the one stored here. Constant time. */
  isCheckoutSignature(proof: {
    readonly orderId: string;
    readonly paymentId: string;
    readonly signature: string;
  }): boolean;
  /** Over the raw bytes. Constant time. */
  isWebhookSignature(rawBody: Buffer, signature: string): boolean;
  close(): Promise<void>;
}
