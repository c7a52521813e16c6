import { EXTENSION_DAYS_MAX, REASON_MAX, REASON_MIN } from "@vriddhi/core/back-office/desk-act";
import { personRoles } from "@vriddhi/core/back-office/staff-role";
import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { toPlainMessage } from "@vriddhi/core/site/support-message";
import { z } from "zod";
import { messageReply } from "./account-fields.ts";
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
  .describe("recorded in the audit log");

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
  waiting_id: z.uuid().nullable().describe("id of the act that a second admin must confirm first"),
});

export const deskUserEndpoints = {
  readDeskUser: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}",
    summary: "One user: profile, plan, links and the latest runs",
    access: "support",
    params,
    reply: z.strictObject({
      user: z.strictObject({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable().describe("all but its last digits are hidden"),
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
    summary: "The user's purchases with invoices and credit notes, as the user sees them",
    access: "support",
    params,
    reply: paymentEndpoints.readBillingHistory.reply,
    problems: [],
  }),
  readDeskUserReadiness: endpoint({
    method: "GET",
    path: "/api/admin/users/{userId}/readiness",
    summary: "Whether each account of the user can trade today, as the user sees it",
    access: "support",
    params,
    reply: readinessEndpoints.readBrokerReadiness.reply,
    problems: [],
  }),
  suspendUser: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/suspend",
    summary: "Stop entries and starts of this user; open positions are closed. Stopping needs no fresh proof",
    access: "admin",
    params,
    body: z.strictObject({ reason }),
    reply: messageReply,
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
    reply: messageReply,
    problems: ["not_suspended"],
  }),
  extendSubscription: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/extend",
    summary: "Add days to the running plan, at its band",
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
      "Refund a purchase, in part or in full; a full refund ends the plan. With FOUR_EYES on, it waits for a second admin",
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
      "Grant or revoke a back-office role; ends open sessions there. Changing the caller's own role is refused; with FOUR_EYES on, it waits for a second admin",
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
    summary: "Orders of all users, newest first",
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
    summary: "The full trace of any order, by its tag",
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
    summary: "The latest signals, newest first",
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
          accounts: z.int().describe("accounts with a planned order"),
          filled: z.int().describe("of them with a fill"),
        }),
      ),
    }),
    problems: [],
  }),
};
