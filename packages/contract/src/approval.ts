import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { orderStatuses } from "@vriddhi/core/order/order-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const answers = ["approved", "declined", "lapsed", "price_moved"] as const;

const offer = z.strictObject({
  tag: z.string().describe("the entry's tag, which becomes its order's"),
  broker: z.enum(tradingBrokers),
  symbol: z.string(),
  side: z.enum(["buy", "sell"]),
  quantity: z.int(),
  limit_paise: z.int().describe("the worst price at which it can fill"),
  sentence: z.string(),
  reason: z.string().nullable().describe("the strategy's reason, in one sentence"),
  stop_paise: z.int().nullable(),
  target_paise: z.int().nullable(),
  guard_paise: z.int().describe("the end of sending: later nothing is sent"),
  price_paise: z.int().nullable().describe("current cost; null: no price is known"),
  offered_at: z.iso.datetime(),
  until: z.iso.datetime().describe("without an answer by then nothing is traded"),
  answer: z.enum(answers).nullable().describe("null: still open"),
  left_ms: z.int().describe("time left when this was answered, so that the device's clock does not matter"),
  order: z
    .strictObject({
      status: z.enum(orderStatuses),
      filled: z.int(),
      average_price_paise: z.int(),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe("the result at the broker"),
});

const answer = z.enum(["approve", "decline"]);
const decided = z.strictObject({
  tag: z.string(),
  answer: z.enum(["approved", "declined", "price_moved"]),
  detail: z.string(),
});
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "This is no link of ours");

export const approvalEndpoints = {
  listApprovals: endpoint({
    method: "GET",
    path: "/approvals",
    summary: "Entries that wait for the caller's approval",
    access: "user",
    reply: z.strictObject({ offers: z.array(offer) }),
    problems: [],
  }),
  decideApproval: endpoint({
    method: "POST",
    path: "/approvals/{tag}",
    summary: "Approve or decline an entry, once; a later answer gets the first result",
    access: "user",
    params: z.strictObject({ tag: z.string().regex(/^[A-Z0-9]{15}$/, "A tag has 15 letters and digits") }),
    body: z.strictObject({ answer }),
    reply: decided,
    problems: ["approval_over"],
  }),
  showApprovalByLink: endpoint({
    method: "GET",
    path: "/approvals/by-link",
    summary: "The entry behind a message's link; changes nothing",
    access: "public",
    limit: "approval-link",
    query: z.strictObject({ token }),
    reply: offer,
    problems: ["link_wrong"],
  }),
  decideApprovalByLink: endpoint({
    method: "POST",
    path: "/approvals/by-link",
    summary: "Approve or decline by a message's link, once; does not sign in",
    access: "public",
    limit: "approval-link",
    body: z.strictObject({ token, answer }),
    reply: decided,
    problems: ["link_wrong", "approval_over"],
  }),
};
