import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const at = z.iso.datetime();

const waitingAct = z.strictObject({
  id: z.uuid(),
  kind: z.string().describe("what would be done: bulk_orders, refund, …"),
  sentence: z.string(),
  asked_by: z.string(),
  asked_at: at,
  expires_at: at,
  state: z
    .enum(["waiting", "confirmed", "unfinished", "refused", "expired"])
    .describe("unfinished: confirmed, and the server ended before it was done; confirming it again finishes it"),
  decided_by: z.string().nullable(),
  decided_at: at.nullable(),
  outcome: z.string().nullable().describe("what came of it, once confirmed"),
  is_own: z.boolean().describe("asked for by the caller, who cannot confirm it"),
});

const params = z.strictObject({ actId: z.uuid() });

/** Acts above a limit wait for a second admin, where the setting says so. */
export const fourEyesEndpoints = {
  listWaitingActs: endpoint({
    method: "GET",
    path: "/api/admin/second-admin",
    summary: "What waits for a second admin, and what was decided lately",
    access: "support",
    reply: z.strictObject({
      is_on: z.boolean().describe("off: one admin acts alone, and the desk says so at all times"),
      acts: z.array(waitingAct),
    }),
    problems: [],
  }),
  confirmAct: endpoint({
    method: "POST",
    path: "/api/admin/second-admin/{actId}/confirm",
    summary: "Does what another admin asked for",
    access: "admin",
    proof: "fresh",
    params,
    reply: z.strictObject({ message: z.string(), act: waitingAct }),
    problems: ["own_act", "own_role", "already_decided"],
  }),
  refuseAct: endpoint({
    method: "POST",
    path: "/api/admin/second-admin/{actId}/refuse",
    summary: "Puts aside what an admin asked for, one's own too",
    access: "admin",
    params,
    reply: z.strictObject({ message: z.string(), act: waitingAct }),
    problems: ["own_role", "already_decided"],
  }),
};
