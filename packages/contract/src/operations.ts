import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const operationsEndpoints = {
  readHealth: endpoint({
    method: "GET",
    path: "/healthz",
    summary: "Liveness of the process",
    access: "public",
    reply: z.strictObject({ status: z.literal("ok") }),
    problems: [],
  }),
  readReadiness: endpoint({
    method: "GET",
    path: "/readyz",
    summary: "Readiness: the database answers",
    access: "public",
    reply: z.strictObject({ status: z.literal("ready") }),
    problems: ["not_ready"],
  }),
};
