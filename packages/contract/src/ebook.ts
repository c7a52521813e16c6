import { z } from "zod";
import { endpoint, fileReply } from "./endpoint.ts";

const tokenQuery = z.strictObject({ token: z.string().min(1).max(300) });

export const ebookEndpoints = {
  downloadEbook: endpoint({
    method: "GET",
    path: "/ebook/download",
    summary: "The e-book, by a signed address that has not expired",
    access: "public",
    limit: "download",
    query: tokenQuery,
    file: "application/pdf",
    reply: fileReply,
    problems: ["link_wrong", "link_expired"],
  }),
  downloadEbookInvoice: endpoint({
    method: "GET",
    path: "/ebook/invoice",
    summary: "The invoice of an e-book, by its signed address",
    access: "public",
    limit: "download",
    query: tokenQuery,
    file: "application/pdf",
    reply: fileReply,
    problems: ["link_wrong", "link_expired"],
  }),
};
