import { ORDER_ROWS_MAX, TOTAL_QUANTITY_MAX } from "@vriddhi/core/back-office/order-row";
import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

const rupees = z.number().describe("rupees");
const at = z.iso.datetime();
const broker = z.enum(brokerNames);
const symbol = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9&_-]{0,29}$/, "A symbol has letters, digits, & and -");
const totalQuantity = z
  .int("Quantity is a whole number")
  .min(1, "Quantity is at least 1")
  .max(TOTAL_QUANTITY_MAX, `Quantity is at most ${TOTAL_QUANTITY_MAX}`);

const page = {
  limit: z.coerce.number().int().min(1).max(500).optional().describe("left out: all users"),
  // Written out, because a blank text would count as 0.
  offset: z
    .union([
      z.int().min(0).max(1_000_000),
      z
        .string()
        .regex(/^\d{1,6}$/)
        .transform(Number),
    ])
    .optional(),
  search: z.string().trim().max(100).optional().describe("part of the name or address"),
};

/** C3.8. A time without an offset is IST. */
const orderRow = z.strictObject({
  symbol,
  total_quantity: totalQuantity,
  order_type: z.enum(["market", "limit"]),
  position_type: z.enum(["long", "short"]),
  schedule_type: z.enum(["immediate", "scheduled"]),
  limit_price: z.number().min(0).max(10_000_000).optional().describe("rupees; limit orders only"),
  scheduled_datetime: z.string().trim().max(40).optional().describe("ISO; without an offset it is IST"),
});
export type OrderRowBody = z.infer<typeof orderRow>;

const accountOrder = z.strictObject({
  row: z.int().describe("counted from 1"),
  user_id: z.string(),
  username: z.string(),
  broker,
  symbol: z.string(),
  quantity: z.int(),
  filled: z.int(),
  tag: z.string().nullable().describe("null: no order was made"),
  outcome: z.enum(["waiting", "placed", "filled", "unknown", "refused", "skipped"]),
  message: z.string().nullable(),
});

/** Current results of the orders that a broker accepted: together, the successful ones that were not scheduled. */
const ends = {
  filled_orders: z.int().describe("filled, in whole or in part"),
  working_orders: z.int().describe("at the broker and not filled yet"),
  cancelled_orders: z.int().describe("ended at the broker without a fill"),
};

const placement = z.strictObject({
  id: z.uuid(),
  placed_by: z.string(),
  placed_at: at,
  source: z.enum(["desk", "schedule"]),
  rows: z.array(
    z.strictObject({
      row: z.int(),
      symbol: z.string(),
      total_quantity: z.int(),
      order_type: z.enum(["market", "limit"]),
      position_type: z.enum(["long", "short"]),
      limit_price: rupees.nullable(),
    }),
  ),
  total_orders: z.int(),
  successful_orders: z.int(),
  unknown_orders: z.int().describe("sent with an unknown outcome; looked up by tag"),
  failed_orders: z.int(),
  ...ends,
});

const brokerUser = z.strictObject({
  user_id: z.string(),
  username: z.string(),
  status: z.enum(["connected", "disconnected", "error"]),
  capital_amount: rupees,
  is_capital_active: z.boolean(),
  is_strategy_active: z.boolean(),
  last_sync: at.nullable(),
  error_message: z.string().nullable().describe("the broker's stored refusal"),
  email: z.string(),
});

const scheduledOrder = z.strictObject({
  id: z.uuid(),
  symbol: z.string(),
  position_type: z.enum(["long", "short"]),
  order_type: z.enum(["market", "limit"]),
  price: rupees.nullable(),
  quantity: z.int(),
  scheduled_time: at,
  status: z.enum(["pending", "waiting_for_second_admin", "executing", "missed"]),
  time_remaining_seconds: z.int().min(0),
});

const onlyUser = z.strictObject({ userId: z.uuid() });

const linkChange = <Which extends "fyers" | "angelone", What extends "disconnect" | "reconnect">(
  which: Which,
  what: What,
) =>
  ({
    method: "POST",
    path: `/api/admin/${which}/${what}/{userId}`,
    access: "admin",
    params: onlyUser,
    reply: messageReply,
  }) as const;

const disconnectProblems = ["not_connected", "position_open", "broker_unavailable"] as const;
const reconnectProblems = [
  "not_stored",
  "broker_refused",
  "broker_unavailable",
  "broker_busy",
  "subscription_required",
] as const;

export const backOfficeEndpoints = {
  listUsers: endpoint({
    method: "GET",
    path: "/api/user",
    summary: "All accounts; a page of them with limit",
    access: "support",
    query: z.strictObject({ ...page, filter: z.enum(["all", "subscribed", "non_subscribed"]).optional() }),
    reply: z.array(z.strictObject({ _id: z.string(), name: z.string(), email: z.string(), isSubscribed: z.boolean() })),
    problems: [],
  }),
  previewOrder: endpoint({
    method: "POST",
    path: "/api/admin/order-preview",
    summary: "Preview of a quantity split by capital over the active users; changes nothing",
    access: "admin",
    body: z.strictObject({ symbol, total_quantity: totalQuantity }),
    reply: z.strictObject({
      allocations: z.array(
        z.strictObject({
          username: z.string(),
          broker,
          quantity: z.int(),
          capital: rupees,
          percentage: z.number().describe("share of the total active capital"),
        }),
      ),
      total_allocated_quantity: z.int(),
      remainder: z.int().describe("remainder of the split, already included in the quantity of the highest capital"),
    }),
    problems: ["share_unknown", "no_active_users"],
  }),
  placeBulkOrders: endpoint({
    method: "POST",
    path: "/api/admin/place-bulk-orders",
    summary: "Place rows of orders, each split over the active users by capital, or schedule them",
    access: "admin",
    idempotent: true,
    body: z.strictObject({
      orders: z.array(orderRow).min(1, "At least one order").max(ORDER_ROWS_MAX),
      confirm_far_limits: z
        .boolean()
        .optional()
        .describe("confirms limits more than 1 % through the market; without it they are a 409 that names them"),
    }),
    reply: z.strictObject({
      success: z.boolean(),
      successful_orders: z.int().describe("accounts' orders that a broker accepted; a scheduled row counts as one"),
      total_orders: z.int(),
      errors: z.array(z.string()),
      unknown_orders: z.int().describe("sent with an unknown outcome; each is among the errors too"),
      ...ends,
      placement_id: z.uuid().nullable(),
      waiting_id: z.uuid().nullable().describe("id of the row that a second admin must confirm"),
    }),
    problems: [
      "share_unknown",
      "no_active_users",
      "order_row_wrong",
      "limit_far_through",
      "outside_session",
      "calendar_ends",
      "key_reused",
    ],
  }),
  readOrderPrices: endpoint({
    method: "POST",
    path: "/api/admin/order-prices",
    summary: "Current prices of shares and the exchange's price bands; changes nothing",
    access: "admin",
    body: z.strictObject({ symbols: z.array(symbol).min(1).max(ORDER_ROWS_MAX) }),
    reply: z.strictObject({
      prices: z.array(
        z.strictObject({
          symbol: z.string(),
          price: rupees.nullable().describe("last trade; null: no current price"),
          lowest: rupees.nullable().describe("of the price band"),
          highest: rupees.nullable(),
        }),
      ),
    }),
    problems: [],
  }),
  listPlacements: endpoint({
    method: "GET",
    path: "/api/admin/placements",
    summary: "The last placements, newest first",
    access: "support",
    reply: z.strictObject({ placements: z.array(placement) }),
    problems: [],
  }),
  readPlacement: endpoint({
    method: "GET",
    path: "/api/admin/placements/{placementId}",
    summary: "One placement with every account's order in its current state",
    access: "support",
    params: z.strictObject({ placementId: z.uuid() }),
    reply: z.strictObject({ placement, orders: z.array(accountOrder) }),
    problems: [],
  }),
  readBrokerStatus: endpoint({
    method: "GET",
    path: "/api/admin/broker-status",
    summary: "Every user's link at one broker; a page of them with limit",
    access: "support",
    query: z.strictObject({
      broker: broker.default("angelone"),
      sort_by: z.enum(["name", "last_sync", "capital_amount"]).default("name"),
      sort_order: z.enum(["asc", "desc"]).default("asc"),
      force_refresh: z.enum(["true", "false"]).optional(),
      status: z.enum(["connected", "disconnected", "error"]).optional(),
      ...page,
    }),
    reply: z.strictObject({
      total_users: z.int(),
      connected_users: z.int(),
      last_updated: at,
      users: z.array(brokerUser),
    }),
    problems: [],
  }),
  readCapitalSum: endpoint({
    method: "GET",
    path: "/api/admin/active-users-capital-sum",
    summary: "Total capital of the active users",
    access: "support",
    reply: z.strictObject({ total_capital: rupees, active_users_count: z.int(), last_updated: at }),
    problems: [],
  }),
  adminDisconnectFyers: endpoint({
    ...linkChange("fyers", "disconnect"),
    summary: "End a user's session at Fyers; refused while a position is open",
    problems: disconnectProblems,
  }),
  adminReconnectFyers: endpoint({
    ...linkChange("fyers", "reconnect"),
    summary: "Log a user in at Fyers with the stored credentials",
    problems: reconnectProblems,
  }),
  adminDisconnectAngelOne: endpoint({
    ...linkChange("angelone", "disconnect"),
    summary: "End a user's session at Angel One; refused while a position is open",
    problems: disconnectProblems,
  }),
  adminReconnectAngelOne: endpoint({
    ...linkChange("angelone", "reconnect"),
    summary: "Log a user in at Angel One with the stored credentials",
    problems: reconnectProblems,
  }),
  sendLoginLink: endpoint({
    method: "POST",
    path: "/api/admin/users/{userId}/login-link",
    summary: "Send a user without a broker session a new login link, on every chosen channel",
    access: "admin",
    params: onlyUser,
    body: z.strictObject({ broker }),
    reply: messageReply,
    problems: ["not_stored", "session_open", "subscription_required"],
  }),
  toggleStrategy: endpoint({
    method: "POST",
    path: "/api/admin/strategy/toggle/{userId}",
    summary: "Start or end a user's strategy at a broker; after 9:10 AM it is armed for the next trading day",
    access: "admin",
    params: onlyUser,
    body: z.strictObject({ broker }),
    reply: z.strictObject({
      new_status: z.enum(["active", "inactive"]),
      from: z.enum(["now", "next_trading_day"]),
      message: z.string(),
    }),
    problems: ["strategy_refused"],
  }),
  listScheduledOrders: endpoint({
    method: "GET",
    path: "/api/scheduled-orders",
    summary: "Orders that wait for their time, are being placed, or missed it today",
    access: "support",
    reply: z.strictObject({ scheduled_orders: z.array(scheduledOrder) }),
    problems: [],
  }),
  clearScheduledOrders: endpoint({
    method: "POST",
    path: "/api/refresh-scheduled-orders",
    summary: "Remove every scheduled order that still waits",
    access: "admin",
    reply: z.strictObject({ message: z.string(), cleared: z.int() }),
    problems: [],
  }),
  cancelScheduledOrder: endpoint({
    method: "DELETE",
    path: "/api/scheduled-orders/{id}",
    summary: "Remove a scheduled order that still waits",
    access: "admin",
    params: z.strictObject({ id: z.uuid() }),
    reply: messageReply,
    problems: ["too_late_to_cancel"],
  }),
};
