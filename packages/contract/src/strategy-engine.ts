import { desks } from "@vriddhi/core/broker/desk";
import { strategyStates } from "@vriddhi/core/strategy/strategy-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const stock = z.strictObject({
  symbol: z.string(),
  isin: z.string(),
  rank: z.int(),
  score: z.number().describe("how remarkable its opening is; only the order means something"),
  reason: z.string().describe("one sentence: why it is watched today"),
  last_price_paise: z.int().nullable().describe("at the end of the last whole minute; null before the first"),
  side: z.enum(["buy", "sell"]).nullable().describe("of the day's signal, where it is this share's"),
});

const driftDay = z.strictObject({
  trading_day: z.iso.date(),
  desk: z.enum(desks),
  sentence: z.string().describe("for a trader to read"),
});

/** B7.7, and how the days went when they were decided again. */
export const signalDeskEndpoints = {
  listStocks: endpoint({
    method: "GET",
    path: "/algorithm/stocks",
    summary: "Today's shortlist of the desk that the caller's strategy runs for, best first; empty while nothing runs",
    access: "user",
    reply: z.strictObject({
      stocks: z.array(stock),
      strategy_state: z.enum(strategyStates).describe("what the strategy does for the caller at this moment"),
    }),
    problems: [],
  }),
  readOwnDrift: endpoint({
    method: "GET",
    path: "/algorithm/drift",
    summary: "Whether the recorded prices of the caller's last days lead to the trades that were made",
    access: "user",
    reply: z.strictObject({ days: z.array(driftDay) }),
    problems: [],
  }),
  listDrift: endpoint({
    method: "GET",
    path: "/api/drift",
    summary: "Every desk's last days, decided again from the recorded prices and compared with what was done",
    access: "admin",
    reply: z.strictObject({
      days: z.array(
        z.strictObject({
          trading_day: z.iso.date(),
          desk: z.enum(desks),
          same: z.int(),
          missed: z.int().describe("decided again and not live"),
          extra: z.int().describe("decided live and not again"),
          fills: z.int(),
          slippage_basis_points: z.number().nullable().describe("worse than the signal's price; null without a fill"),
          minutes_heard: z.int(),
          minutes_missed: z.int(),
          minutes_unrecorded: z
            .int()
            .describe("heard, and not in the recording in full; with one of them nothing is compared"),
          bars_differing: z.int().describe("made otherwise by the recorded ticks than they were decided on"),
          ticks: z.int().describe("recorded"),
          sentence: z.string(),
          made_at: z.iso.datetime(),
        }),
      ),
    }),
    problems: [],
  }),
};
