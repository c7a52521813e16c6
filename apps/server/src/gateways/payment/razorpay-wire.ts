import { paise } from "@vriddhi/core/shared/money";
import { epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { GatewayOrder, GatewayPayment, GatewayRefund } from "./payment-gateway.ts";

const amount = z.int().min(0).transform(paise);
/** An empty array means no notes. */
const notes = z
  .union([z.array(z.never()), z.record(z.string(), z.union([z.string(), z.number()]).transform(String))])
  .transform((given): Record<string, string> => (Array.isArray(given) ? {} : given));
const text = z.string().nullish();

export const orderShape = z
  .object({
    id: z.string().min(1),
    amount,
    currency: z.literal("INR"),
    receipt: text,
    status: z.enum(["created", "attempted", "paid"]),
    notes,
    created_at: z.int(),
  })
  .transform((wire): GatewayOrder & { readonly createdAtSeconds: number } => ({
    id: wire.id,
    amountPaise: wire.amount,
    currency: wire.currency,
    receipt: wire.receipt ?? null,
    status: wire.status,
    notes: wire.notes,
    createdAtSeconds: wire.created_at,
  }));

export const paymentShape = z
  .object({
    id: z.string().min(1),
    order_id: text,
    amount,
    currency: z.string(),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    email: text,
    contact: text,
    amount_refunded: amount.nullish(),
    created_at: z.int(),
    error_description: text,
  })
  .transform(
    (wire): GatewayPayment => ({
      id: wire.id,
      orderId: wire.order_id ?? null,
      amountPaise: wire.amount,
      currency: wire.currency,
      status: wire.status,
      email: wire.email || null,
      contact: wire.contact || null,
      refundedPaise: wire.amount_refunded ?? paise(0),
      createdAt: epochMs(wire.created_at * SECOND_MS),
      errorDescription: wire.error_description ?? null,
    }),
  );

export const refundShape = z
  .object({
    id: z.string().min(1),
    payment_id: z.string(),
    amount,
    status: z.enum(["pending", "processed", "failed"]),
  })
  .transform(
    (wire): GatewayRefund => ({
      id: wire.id,
      paymentId: wire.payment_id,
      amountPaise: wire.amount,
      status: wire.status,
    }),
  );

export const collectionOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export const errorShape = z.object({
  error: z.object({ code: z.string().max(100), description: z.string().max(1_000) }),
});
