import { z } from "zod";
import { endpoint, streamReply } from "./endpoint.ts";

const day = z.iso.date().refine((text) => text >= "2000-01-01", "A trading day of this century");

/** What leaves the desk as a file, streamed row by row. Names in it are made harmless for spreadsheets. */
export const deskExportEndpoints = {
  exportUsers: endpoint({
    method: "GET",
    path: "/api/admin/export/users.csv",
    summary: "Everybody with an account, as CSV; the trail notes who took it",
    access: "admin",
    proof: "fresh",
    query: z.strictObject({ filter: z.enum(["all", "subscribed", "non_subscribed"]).default("all") }),
    stream: "text/csv",
    reply: streamReply,
    problems: [],
  }),
  exportOrders: endpoint({
    method: "GET",
    path: "/api/admin/export/orders.csv",
    summary: "Every order of a trading day, as CSV; without a day the newest that has any",
    access: "admin",
    query: z.strictObject({ day: day.optional() }),
    stream: "text/csv",
    reply: streamReply,
    problems: [],
  }),
};
