import { z } from "zod";
import { rupeesTyped } from "./algorithm-run.ts";
import { endpoint } from "./endpoint.ts";

const position = z.strictObject({
  symbol: z.string(),
  isin: z.string(),
  net_quantity: z.int().describe("below zero: sold short"),
  bought_quantity: z.int(),
  sold_quantity: z.int(),
});

/** Amounts in rupees. */
export const paperReply = z.strictObject({
  is_open: z.boolean().describe("an account on paper was opened"),
  capital: z.number().nullable().describe("what it was opened with"),
  cash: z.number().nullable().describe("with what the day began: earlier results less their charges are in it"),
  available: z.number().nullable(),
  used: z.number().nullable().describe("blocked for what is open and what works"),
  result_today: z.number().nullable().describe("of what was bought and sold today, before charges"),
  charges_today: z.number().nullable(),
  working_orders: z.int(),
  positions: z.array(position),
  opened_at: z.iso.datetime().nullable(),
  assumptions: z.array(z.string()).describe("by what orders on paper are filled, for a trader to read"),
});
export type PaperReply = z.infer<typeof paperReply>;

/** Trading on paper: real prices, no broker and no money. It needs no plan. */
export const paperEndpoints = {
  readPaper: endpoint({
    method: "GET",
    path: "/paper/status",
    summary: "The caller's account on paper",
    access: "user",
    reply: paperReply,
    problems: ["paper_away"],
  }),
  openPaper: endpoint({
    method: "POST",
    path: "/paper/open",
    summary: "Open an account on paper",
    access: "user",
    body: z.strictObject({ capital: rupeesTyped }),
    reply: paperReply,
    problems: ["capital_refused", "paper_open_already", "paper_away"],
  }),
  resetPaper: endpoint({
    method: "POST",
    path: "/paper/reset",
    summary: "Begin anew with an empty book, once nothing runs or is open in it",
    access: "user",
    body: z.strictObject({ capital: rupeesTyped }),
    reply: paperReply,
    problems: ["capital_refused", "paper_missing", "paper_busy", "paper_away"],
  }),
};
