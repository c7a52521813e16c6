import { z } from "zod";
import { endpoint, streamReply } from "./endpoint.ts";

const day = z.iso.date().refine((text) => text >= "2000-01-01", "A trading day of this century");

/** Back-office files, streamed row by row. Names are escaped for spreadsheets. */
export const deskExportEndpoints = {
  exportUsers: endpoint({
    method: "GET",
    path: "/api/admin/export/users.csv",
    summary: "All accounts, as CSV; recorded in the audit log",
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
