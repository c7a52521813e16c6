import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const at = z.iso.datetime();

const waitingAct = z.strictObject({
  id: z.uuid(),
  kind: z.string().describe("the act: bulk_orders, refund, …"),
  sentence: z.string(),
  asked_by: z.string(),
  asked_at: at,
  expires_at: at,
  state: z
    .enum(["waiting", "confirmed", "unfinished", "refused", "expired"])
    .describe("unfinished: confirmed, but the server ended before the act was done; confirming it again finishes it"),
  decided_by: z.string().nullable(),
  decided_at: at.nullable(),
  outcome: z.string().nullable().describe("the result, once confirmed"),
  is_own: z.boolean().describe("requested by the caller, who cannot confirm it"),
});

const params = z.strictObject({ actId: z.uuid() });

/** Acts above a limit wait for a second admin, where the setting requires it. */
export const fourEyesEndpoints = {
  listWaitingActs: endpoint({
    method: "GET",
    path: "/api/admin/second-admin",
    summary: "Pending acts for a second admin, and recent decisions",
    access: "support",
    reply: z.strictObject({
      is_on: z.boolean().describe("off: one admin acts alone, and the back office always shows it"),
      acts: z.array(waitingAct),
    }),
    problems: [],
  }),
  confirmAct: endpoint({
    method: "POST",
    path: "/api/admin/second-admin/{actId}/confirm",
    summary: "Confirm and perform another admin's act",
    access: "admin",
    proof: "fresh",
    params,
    reply: z.strictObject({ message: z.string(), act: waitingAct }),
    problems: ["own_act", "own_role", "already_decided"],
  }),
  refuseAct: endpoint({
    method: "POST",
    path: "/api/admin/second-admin/{actId}/refuse",
    summary: "Decline an act, including the caller's own",
    access: "admin",
    params,
    reply: z.strictObject({ message: z.string(), act: waitingAct }),
    problems: ["own_role", "already_decided"],
  }),
};
