import { z } from "zod";
import { endpoint, streamReply } from "./endpoint.ts";

export const eventStreamEndpoints = {
  streamEvents: endpoint({
    method: "GET",
    path: "/events",
    summary:
      "The caller's changes as server-sent events. Resumes after Last-Event-ID or `after`; without `Accept: text/event-stream` it returns what is new and ends",
    access: "user",
    stream: "text/event-stream",
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,15}$/, "after must be a whole number")
        .transform(Number)
        .optional()
        .describe("the newest received number"),
    }),
    reply: streamReply,
    problems: [],
  }),
};
