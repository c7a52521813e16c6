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
  limit_paise: z.int().describe("the worst price that it can fill at"),
  sentence: z.string(),
  reason: z.string().nullable().describe("why the desk wants it, in one sentence"),
  stop_paise: z.int().nullable(),
  target_paise: z.int().nullable(),
  guard_paise: z.int().describe("beyond it nothing is sent"),
  price_paise: z.int().nullable().describe("what it would cost now; null: nobody knows"),
  offered_at: z.iso.datetime(),
  until: z.iso.datetime().describe("without an answer by then nothing is traded"),
  answer: z.enum(answers).nullable().describe("null: still open"),
  left_ms: z.int().describe("until the end, when this was answered: no device's clock is asked"),
  order: z
    .strictObject({
      status: z.enum(orderStatuses),
      filled: z.int(),
      average_price_paise: z.int(),
      reason: z.string().nullable(),
    })
    .nullable()
    .describe("what became of it at the broker"),
});

const wish = z.enum(["approve", "decline"]);
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
    summary: "Entries that wait for the caller's yes or no now",
    access: "user",
    reply: z.strictObject({ offers: z.array(offer) }),
    problems: [],
  }),
  decideApproval: endpoint({
    method: "POST",
    path: "/approvals/{tag}",
    summary: "Say yes or no to an entry, once; whoever comes later is told what happened",
    access: "user",
    params: z.strictObject({ tag: z.string().regex(/^[A-Z0-9]{15}$/, "A tag has 15 letters and digits") }),
    body: z.strictObject({ answer: wish }),
    reply: decided,
    problems: ["approval_over"],
  }),
  showApprovalByLink: endpoint({
    method: "GET",
    path: "/approvals/by-link",
    summary: "What a message's link offers; it decides nothing",
    access: "public",
    limit: "approval-link",
    query: z.strictObject({ token }),
    reply: offer,
    problems: ["link_wrong"],
  }),
  decideApprovalByLink: endpoint({
    method: "POST",
    path: "/approvals/by-link",
    summary: "Say yes or no by a message's link, once; it logs nobody in",
    access: "public",
    limit: "approval-link",
    body: z.strictObject({ token, answer: wish }),
    reply: decided,
    problems: ["link_wrong", "approval_over"],
  }),
};
