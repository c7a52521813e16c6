import { err, type Result } from "@vriddhi/core/shared/result";

export interface RazorpayRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RazorpayReply {
  readonly status: number;
  readonly body: unknown;
}

/** No notes come back as an empty array. */
export type WireNotes = Readonly<Record<string, string>> | readonly [];

export interface OrderEntity {
  readonly id: string;
  readonly entity: "order";
  readonly amount: number;
  readonly amount_paid: number;
  readonly amount_due: number;
  readonly currency: string;
  readonly receipt: string | null;
  readonly offer_id: null;
  readonly status: "created" | "attempted" | "paid";
  readonly attempts: number;
  readonly notes: WireNotes;
  /** Unix seconds, as everywhere on this wire. */
  readonly created_at: number;
}

export interface PaymentEntity {
  readonly id: string;
  readonly entity: "payment";
  readonly amount: number;
  readonly currency: string;
  readonly status: "created" | "authorized" | "captured" | "refunded" | "failed";
  readonly order_id: string | null;
  readonly invoice_id: null;
  readonly international: boolean;
  readonly method: string;
  readonly amount_refunded: number;
  readonly refund_status: null | "partial" | "full";
  readonly captured: boolean;
  readonly description: string | null;
  readonly card_id: null;
  readonly bank: null;
  readonly wallet: null;
  readonly vpa: string | null;
  readonly email: string;
  readonly contact: string;
  readonly notes: WireNotes;
  /** With its tax; both are null before the capture. */
  readonly fee: number | null;
  readonly tax: number | null;
  readonly error_code: string | null;
  readonly error_description: string | null;
  readonly error_source: string | null;
  readonly error_step: string | null;
  readonly error_reason: string | null;
  readonly acquirer_data: Readonly<Record<string, string | null>>;
  readonly created_at: number;
}

export interface RefundEntity {
  readonly id: string;
  readonly entity: "refund";
  readonly amount: number;
  readonly currency: string;
  readonly payment_id: string;
  readonly notes: WireNotes;
  readonly receipt: string | null;
  readonly acquirer_data: { readonly arn: string | null };
  readonly created_at: number;
  readonly batch_id: null;
  readonly status: "pending" | "processed" | "failed";
  readonly speed_processed: "instant" | "normal";
  readonly speed_requested: "normal" | "optimum";
}

/** Inside the envelope `{"error": …}`. */
export interface WireError {
  readonly code: "BAD_REQUEST_ERROR" | "GATEWAY_ERROR" | "SERVER_ERROR";
  readonly description: string;
  readonly field?: string;
  readonly source: string;
  readonly step: string;
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Refusal {
  readonly status: number;
  readonly error: WireError;
}

export const refusal = (description: string, more: Partial<WireError> = {}, status = 400): Refusal => ({
  status,
  error: {
    code: "BAD_REQUEST_ERROR",
    description,
    source: "business",
    step: "payment_initiation",
    reason: "input_validation_failed",
    metadata: {},
    ...more,
  },
});

export const refuse = (description: string, more: Partial<WireError> = {}, status = 400): Result<never, Refusal> =>
  err(refusal(description, more, status));

export const toReply = (result: Result<unknown, Refusal>): RazorpayReply =>
  result.ok
    ? { status: 200, body: result.value }
    : { status: result.error.status, body: { error: result.error.error } };
