import { EXTENSION_DAYS_MAX, REASON_MAX, REASON_MIN } from "@vriddhi/core/back-office/desk-act";
import { personRoles } from "@vriddhi/core/back-office/staff-role";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { toPlainMessage } from "@vriddhi/core/site/support-message";
import { z } from "zod";
import { said } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";
import { orderTraceEndpoints } from "./order-trace.ts";
import { paymentEndpoints } from "./payment.ts";
import { readinessEndpoints } from "./readiness.ts";

const at = z.iso.datetime();
const rupees = z.number().describe("rupees");
const paise = z.int().describe("paise");
const params = z.strictObject({ userId: z.uuid() });

const reason = z
  .string()
  .max(REASON_MAX)
  .transform(toPlainMessage)
  .refine((text) => text.length >= REASON_MIN, `Please give a reason of at least ${REASON_MIN} characters`)
  .describe("stands in the audit");

const listedOrder = z.strictObject({
  tag: z.string(),
  trading_day: z.iso.date(),
  planned_at: at,
  filled_at: at.nullable().describe("the newest fill"),
  account_id: z.string(),
  user_id: z.string(),
  username: z.string().nullable().describe("null: the account was deleted"),
  broker: z.enum(tradingBrokers),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  leg: z.enum(["entry", "exit"]),
  cause: z.string(),
  quantity: z.int(),
  filled: z.int(),
  average_price_paise: paise,
  status: z.enum(orderStatuses),
  reason: z.string().nullable(),
});

const done = z.strictObject({
  message: z.string(),
  waiting_id: z.uuid().nullable().describe("of what a second admin has to confirm first"),
});

/** One person as the desk sees them, and what it may do for them. */
export const deskUserEndpoints = {
  readDeskUser: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}",
    summary: "One person: profile, plan, links and the last runs",
    access: "support",
    params,
    reply: z.strictObject({
      user: z.strictObject({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable().describe("all but its last digits hidden"),
        role: z.string(),
        created_at: at,
        has_second_factor: z.boolean(),
        last_login_at: at.nullable(),
      }),
      suspension: z.strictObject({ since: at, reason: z.string(), by: z.string().nullable() }).nullable(),
      periods: z.array(
        z.strictObject({
          plan: z.string(),
          band: rupees,
          from: at,
          to: at,
          state: z.enum(["past", "running", "to_come"]),
          is_paid: z.boolean(),
        }),
      ),
      capital: z.strictObject({ amount: rupees, is_active: z.boolean() }).nullable(),
      links: z.array(
        z.strictObject({
          broker: z.enum(tradingBrokers),
          client_id: z.string(),
          is_connected: z.boolean(),
          session_until: at.nullable(),
          last_error: z.string().nullable(),
        }),
      ),
      runs: z.array(
        z.strictObject({
          id: z.uuid(),
          trading_day: z.iso.date(),
          broker: z.string(),
          capital: rupees,
          approval_mode: z.enum(["auto", "manual"]),
          is_background: z.boolean(),
          started_at: at,
          stopped_at: at.nullable(),
          stop_cause: z.string().nullable(),
        }),
      ),
    }),
    problems: [],
  }),
  readDeskUserBilling: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/billing",
    summary: "Their purchases with invoices and credit notes, as they see them themselves",
    access: "support",
    params,
    reply: paymentEndpoints.readBillingHistory.reply,
    problems: [],
  }),
  readDeskUserReadiness: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/readiness",
    summary: "Whether each of their accounts can trade today, as they see it themselves",
    access: "support",
    params,
    reply: readinessEndpoints.readBrokerReadiness.reply,
    problems: [],
  }),
  suspendUser: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/suspend",
    summary: "No more entries or starts of this person; what is open is closed. Stopping asks for no fresh proof",
    access: "admin",
    params,
    body: z.strictObject({ reason }),
    reply: said,
    problems: ["already_suspended"],
  }),
  restoreUser: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/restore",
    summary: "Ends a suspension",
    access: "admin",
    proof: "fresh",
    params,
    body: z.strictObject({ reason }),
    reply: said,
    problems: ["not_suspended"],
  }),
  extendSubscription: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/extend",
    summary: "Adds days to the plan that runs, at its own band",
    access: "admin",
    proof: "fresh",
    idempotent: true,
    params,
    body: z.strictObject({ days: z.int().min(1).max(EXTENSION_DAYS_MAX), reason }),
    reply: z.strictObject({ message: z.string(), ends_at: at }),
    problems: ["not_subscribed"],
  }),
  refundPurchase: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/refund",
    summary:
      "Sends money of one purchase back; all of it ends the plan. Where FOUR_EYES is on it waits for a second admin",
    access: "admin",
    proof: "fresh",
    idempotent: true,
    params,
    body: z.strictObject({ purchase_id: z.uuid(), amount: rupees.positive().max(10_000_000), reason }),
    reply: done,
    problems: ["refund_refused"],
  }),
  changeRole: endpoint({
    method: "PUT",
    path: "/api/admin/users/{userId}/role",
    summary:
      "Gives a role at the desk or takes it away; open sessions there end. Nobody decides about their own, and where FOUR_EYES is on it waits for a second admin",
    access: "admin",
    proof: "fresh",
    params,
    body: z.strictObject({ role: z.enum(personRoles), reason }),
    reply: done,
    problems: ["own_role", "same_role", "last_admin"],
  }),
  listDeskOrders: endpoint({
    method: "GET",
    path: "/api/admin/orders",
    summary: "Orders of everybody, newest first",
    access: "support",
    query: z.strictObject({
      user_id: z.uuid().optional(),
      signal_id: z.string().min(1).max(100).optional(),
      status: z.enum(orderStatuses).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    reply: z.strictObject({ orders: z.array(listedOrder) }),
    problems: [],
  }),
  readDeskOrderTrace: endpoint({
    method: "GET",
    path: "/api/admin/orders/{tag}/trace",
    summary: "The whole life of anybody's order, by its tag",
    access: "support",
    params: orderTraceEndpoints.readOrderTrace.params,
    reply: z.strictObject({
      owner: z.strictObject({ user_id: z.string(), username: z.string().nullable() }),
      trace: orderTraceEndpoints.readOrderTrace.reply,
    }),
    problems: [],
  }),
  listDeskSignals: endpoint({
    method: "GET",
    path: "/api/admin/signals",
    summary: "The last signals, newest first",
    access: "support",
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    reply: z.strictObject({
      signals: z.array(
        z.strictObject({
          id: z.string(),
          desk: z.string(),
          trading_day: z.iso.date(),
          number: z.int(),
          symbol: z.string(),
          side: z.enum(["buy", "sell"]),
          price_paise: paise,
          made_at: at,
          accounts: z.int().describe("that were planned an order"),
          filled: z.int().describe("of them with a fill"),
        }),
      ),
    }),
    problems: [],
  }),
};
