import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../instant.ts";
import { bytes, users } from "./account.ts";

const money = (name: string) => bigint(name, { mode: "number" });
const person = () => uuid("user_id").references(() => users.id);

/** An order with its buyer and amount: the only place that decides the amount due. */
export const paymentOrders = pgTable(
  "payment_orders",
  {
    id: uuid().primaryKey(),
    /** `null` for a guest, who buys the e-book. */
    userId: person(),
    kind: text({ enum: ["plan", "ebook"] }).notNull(),
    plan: text().notNull(),
    bandPaise: money("band_paise").notNull(),
    amountPaise: money("amount_paise").notNull(),
    couponCode: text("coupon_code"),
    /** The provider's id; `null` until the provider has answered. */
    providerOrderId: text("provider_order_id").unique(),
    /** `waiting`: the buyer has paid, the payment is not captured yet. */
    state: text({ enum: ["open", "waiting", "paid"] }).notNull(),
    paymentId: text("payment_id").unique(),
    createdAt: instant("created_at").notNull(),
    paidAt: instant("paid_at"),
    /** Market time of the payment; periods and the guarantee count from it. */
    settledAt: instant("settled_at"),
    buyerEmail: text("buyer_email"),
    /** The next lookup of an unverified order at the provider; `null`: none. */
    nextCheckAt: instant("next_check_at"),
  },
  (table) => [
    index("payment_orders_user").on(table.userId, table.createdAt),
    index("payment_orders_check").on(table.nextCheckAt).where(sql`${table.state} <> 'paid'`),
    check("payment_orders_amount", sql`${table.amountPaise} > 0`),
    check("payment_orders_paid", sql`(${table.state} = 'paid') = (${table.paymentId} is not null)`),
  ],
);

export const paymentEvents = pgTable("payment_events", {
  id: text().primaryKey(),
  kind: text().notNull(),
  receivedAt: instant("received_at").notNull(),
});

export const coupons = pgTable(
  "coupons",
  {
    code: text().primaryKey(),
    /** The price's multiplier in ten-thousandths. */
    discount: integer().notNull(),
    endsAt: instant("ends_at"),
    usesMax: integer("uses_max"),
    /** `null`: unlimited. */
    usesPerPerson: integer("uses_per_person").default(1),
  },
  (table) => [check("coupons_discount", sql`${table.discount} between 100 and 10000`)],
);

/** One order's claim on a coupon: reserved while the order may be paid, permanent once it is. */
export const couponUses = pgTable(
  "coupon_uses",
  {
    orderId: uuid("order_id")
      .primaryKey()
      .references(() => paymentOrders.id),
    code: text()
      .notNull()
      .references(() => coupons.code),
    heldUntil: instant("held_until").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("coupon_uses_code").on(table.code)],
);

/** Refunds. The row's id is the provider's idempotency key, so each is paid once. */
export const refunds = pgTable(
  "refunds",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => paymentOrders.id),
    paymentId: text("payment_id").notNull(),
    amountPaise: money("amount_paise").notNull(),
    reason: text({ enum: ["guarantee", "surplus", "operator"] }).notNull(),
    /** `payout`: the provider refuses it, so an admin must transfer the money. */
    state: text({ enum: ["due", "sent", "processed", "failed", "payout", "paid_out"] }).notNull(),
    providerRefundId: text("provider_refund_id").unique(),
    note: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [
    uniqueIndex("refunds_once").on(table.paymentId, table.reason).where(sql`${table.reason} <> 'operator'`),
    index("refunds_order").on(table.orderId),
    index("refunds_open").on(table.state).where(sql`${table.state} in ('due', 'sent', 'payout')`),
  ],
);

/** The last number of a fiscal year; taking the next locks the row until the invoice is stored. */
export const invoiceSeries = pgTable(
  "invoice_series",
  {
    kind: text({ enum: ["invoice", "credit_note"] }).notNull(),
    fiscalYear: integer("fiscal_year").notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.fiscalYear] })],
);

export const billingDetails = pgTable("billing_details", {
  userId: person().primaryKey(),
  name: text().notNull(),
  address: text().notNull(),
  /** The two digits at the start of a tax number. */
  state: text().notNull(),
  gstin: text(),
  changedAt: instant("changed_at").notNull(),
});

/** The seller's particulars at the time, because an issued document never changes. */
export interface SellerSnapshot {
  readonly name: string;
  readonly address: readonly string[];
  readonly gstin: string;
  readonly state: string;
  readonly email: string;
  readonly signatory: string | null;
  readonly sac: string;
}

/** Invoices and credit notes. Those of a deleted account stay unchanged for the legal retention. */
export const invoices = pgTable(
  "invoices",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["invoice", "credit_note"] }).notNull(),
    fiscalYear: integer("fiscal_year").notNull(),
    serial: integer().notNull(),
    number: text().notNull().unique(),
    userId: person(),
    orderId: uuid("order_id")
      .notNull()
      .references(() => paymentOrders.id),
    refundId: uuid("refund_id")
      .unique()
      .references(() => refunds.id),
    buyerName: text("buyer_name"),
    buyerEmail: text("buyer_email"),
    description: text().notNull(),
    paymentId: text("payment_id").notNull(),
    amountPaise: money("amount_paise").notNull(),
    taxablePaise: money("taxable_paise").notNull(),
    cgstPaise: money("cgst_paise").notNull(),
    sgstPaise: money("sgst_paise").notNull(),
    igstPaise: money("igst_paise").notNull().default(0),
    buyerAddress: text("buyer_address"),
    /** The place of supply; `null`: the seller's. */
    buyerState: text("buyer_state"),
    buyerGstin: text("buyer_gstin"),
    /** `null`: issued before there was more than one. */
    seller: jsonb().$type<SellerSnapshot>(),
    bandPaise: money("band_paise"),
    listPaise: money("list_paise"),
    couponCode: text("coupon_code"),
    periodStart: instant("period_start"),
    periodEnd: instant("period_end"),
    issuedAt: instant("issued_at").notNull(),
  },
  (table) => [
    uniqueIndex("invoices_serial").on(table.kind, table.fiscalYear, table.serial),
    uniqueIndex("invoices_once").on(table.orderId).where(sql`${table.kind} = 'invoice'`),
    index("invoices_user").on(table.userId),
    index("invoices_order").on(table.orderId),
    check(
      "invoices_sum",
      sql`${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise} = ${table.amountPaise}`,
    ),
  ],
);

/** Users of the free trial. The number stays as a keyed hash, so that a new account does not renew it. */
export const trialUses = pgTable("trial_uses", {
  userId: person().primaryKey(),
  phoneHash: bytes("phone_hash").unique(),
  startedAt: instant("started_at").notNull(),
});

/** Keyed hashes of the trial's identities; they outlast the account, so that a new one gets no second trial. */
export const trialKeys = pgTable("trial_keys", {
  hash: bytes().primaryKey(),
  userId: uuid("user_id").notNull(),
  notedAt: instant("noted_at").notNull(),
});

export const remindersOff = pgTable("reminders_off", {
  userId: person().primaryKey(),
  at: instant().notNull(),
});

export const billingNotices = pgTable(
  "billing_notices",
  {
    userId: person().notNull(),
    kind: text().notNull(),
    /** The day in India on which the subscription ends. */
    day: date({ mode: "string" }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.day] })],
);

export const guaranteeResults = pgTable(
  "guarantee_results",
  {
    id: uuid().primaryKey(),
    orderId: uuid("order_id")
      .notNull()
      .unique()
      .references(() => paymentOrders.id),
    userId: person().notNull(),
    plan: text().notNull(),
    periodStart: instant("period_start").notNull(),
    periodEnd: instant("period_end").notNull(),
    grossPaise: money("gross_paise"),
    feePaise: money("fee_paise").notNull(),
    outcome: text({ enum: ["refund", "payout", "kept", "no_result"] }).notNull(),
    evidence: jsonb().$type<readonly { from: number; to: number; grossPaise: number | null }[]>().notNull(),
    judgedAt: instant("judged_at").notNull(),
    /** An admin granted the refund against the ledger's result; `outcome` is then how it is paid. */
    grantedAt: instant("granted_at"),
    grantedBy: uuid("granted_by"),
    grantedReason: text("granted_reason"),
  },
  (table) => [
    index("guarantee_results_user").on(table.userId),
    index("guarantee_results_judged").on(table.judgedAt, table.id),
  ],
);
