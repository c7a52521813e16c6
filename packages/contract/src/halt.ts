import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const haltState = z.strictObject({
  is_on: z.boolean(),
  closes_positions: z.boolean().describe("open positions are being closed too"),
  since: z.iso.datetime().nullable(),
  by: z.string().nullable().describe("the admin; null: the command line"),
  open: z.strictObject({
    accounts: z.int().describe("accounts that hold an open position of ours"),
    orders: z.int().describe("orders that could still trade"),
    unclear: z.int().describe("orders that are being looked up"),
    abandoned: z
      .int()
      .describe("orders that are absent from the broker's whole book; one that appears is cancelled or closed"),
    workers: z.int().describe("processes that own accounts and respond"),
  }),
});

export const haltEndpoints = {
  readHalt: endpoint({
    method: "GET",
    path: "/api/admin/halt",
    summary: "Whether all accounts are blocked, since when, and what is still open",
    access: "support",
    reply: haltState,
    problems: [],
  }),
  haltAllAccounts: endpoint({
    method: "POST",
    path: "/api/admin/halt",
    summary: "Block new entries of all accounts and, if requested, close positions; needs no confirmation",
    access: "admin",
    body: z.strictObject({ closes_positions: z.boolean() }),
    reply: haltState,
    problems: [],
  }),
  liftHalt: endpoint({
    method: "POST",
    path: "/api/admin/halt/lift",
    summary: "Allow entries again; accounts that were blocked individually stay blocked",
    access: "admin",
    proof: "fresh",
    reply: haltState,
    problems: [],
  }),
};
