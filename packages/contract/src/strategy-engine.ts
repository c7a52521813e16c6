import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { strategyStates } from "@vriddhi/core/strategy/strategy-state";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const stock = z.strictObject({
  symbol: z.string(),
  isin: z.string(),
  rank: z.int(),
  score: z.number().describe("rank of its opening; only the order is meaningful"),
  reason: z.string().describe("one sentence: why it is on today's list"),
  last_price_paise: z.int().nullable().describe("at the end of the last whole minute; null before the first"),
  side: z.enum(["buy", "sell"]).nullable().describe("of the day's signal, if it is this share's"),
});

const driftDay = z.strictObject({
  trading_day: z.iso.date(),
  desk: z.enum(strategyFeeds),
  sentence: z.string().describe("for traders"),
});

export const signalDeskEndpoints = {
  listStocks: endpoint({
    method: "GET",
    path: "/algorithm/stocks",
    summary: "Today's shortlist of the strategy that the caller's run follows, best first; empty while nothing runs",
    access: "user",
    reply: z.strictObject({
      stocks: z.array(stock),
      strategy_state: z.enum(strategyStates).describe("the strategy's current activity for the caller"),
    }),
    problems: [],
  }),
  readOwnDrift: endpoint({
    method: "GET",
    path: "/algorithm/drift",
    summary: "Whether a replay of the recorded prices of the caller's last days leads to the actual trades",
    access: "user",
    reply: z.strictObject({ days: z.array(driftDay) }),
    problems: [],
  }),
  listDrift: endpoint({
    method: "GET",
    path: "/api/drift",
    summary: "Every strategy's last days, replayed from the recorded prices and compared with the live decisions",
    access: "admin",
    reply: z.strictObject({
      days: z.array(
        z.strictObject({
          trading_day: z.iso.date(),
          desk: z.enum(strategyFeeds),
          same: z.int(),
          missed: z.int().describe("decided in the replay and not live"),
          extra: z.int().describe("decided live and not in the replay"),
          fills: z.int(),
          slippage_basis_points: z.number().nullable().describe("worse than the signal's price; null without a fill"),
          minutes_heard: z.int(),
          minutes_missed: z.int(),
          minutes_unrecorded: z
            .int()
            .describe("received, but not recorded in full; with one of them nothing is compared"),
          bars_differing: z.int().describe("bars that the recorded ticks rebuild differently"),
          ticks: z.int().describe("recorded"),
          sentence: z.string(),
          made_at: z.iso.datetime(),
        }),
      ),
    }),
    problems: [],
  }),
};
