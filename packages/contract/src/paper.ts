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
  is_open: z.boolean().describe("a paper account exists"),
  capital: z.number().nullable().describe("the initial money"),
  cash: z.number().nullable().describe("balance at the start of the day: includes earlier results less their charges"),
  available: z.number().nullable(),
  used: z.number().nullable().describe("blocked by open positions and working orders"),
  result_today: z.number().nullable().describe("profit of today's trades, before charges"),
  charges_today: z.number().nullable(),
  working_orders: z.int(),
  positions: z.array(position),
  opened_at: z.iso.datetime().nullable(),
  assumptions: z.array(z.string()).describe("the fill rule of paper orders, for traders"),
});
export type PaperReply = z.infer<typeof paperReply>;

/** Paper trading: real prices without a broker or money. It needs no plan. */
export const paperEndpoints = {
  readPaper: endpoint({
    method: "GET",
    path: "/paper/status",
    summary: "The caller's paper account",
    access: "user",
    reply: paperReply,
    problems: ["paper_away"],
  }),
  openPaper: endpoint({
    method: "POST",
    path: "/paper/open",
    summary: "Open a paper account",
    access: "user",
    body: z.strictObject({ capital: rupeesTyped }),
    reply: paperReply,
    problems: ["capital_refused", "paper_open_already", "paper_away"],
  }),
  resetPaper: endpoint({
    method: "POST",
    path: "/paper/reset",
    summary: "Reset the paper account, once nothing runs or is open",
    access: "user",
    body: z.strictObject({ capital: rupeesTyped }),
    reply: paperReply,
    problems: ["capital_refused", "paper_missing", "paper_busy", "paper_away"],
  }),
};
