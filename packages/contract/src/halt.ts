import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const haltState = z.strictObject({
  is_on: z.boolean(),
  closes_positions: z.boolean().describe("what was open is being closed too"),
  since: z.iso.datetime().nullable(),
  by: z.string().nullable().describe("who pressed; null where it was the command line"),
  open: z.strictObject({
    accounts: z.int().describe("that hold something of ours"),
    orders: z.int().describe("that could still trade"),
    unclear: z.int().describe("orders that are being looked for"),
    abandoned: z.int().describe("orders that are absent from the broker's whole book; one that appears is cancelled or closed"),
    workers: z.int().describe("processes that hold accounts and answer"),
  }),
});

/** Stop all trading: the block of everybody, from the desk. */
export const haltEndpoints = {
  readHalt: endpoint({
    method: "GET",
    path: "/api/admin/halt",
    summary: "Whether everybody is blocked, since when, and what is still open",
    access: "support",
    reply: haltState,
    problems: [],
  }),
  haltEverybody: endpoint({
    method: "POST",
    path: "/api/admin/halt",
    summary: "Blocks every new entry of everybody and, where asked, closes what is open; it never asks for more",
    access: "admin",
    body: z.strictObject({ closes_positions: z.boolean() }),
    reply: haltState,
    problems: [],
  }),
  liftHalt: endpoint({
    method: "POST",
    path: "/api/admin/halt/lift",
    summary: "Entries may be made again; whoever was blocked alone stays blocked",
    access: "admin",
    proof: "fresh",
    reply: haltState,
    problems: [],
  }),
};
