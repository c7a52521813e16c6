import { tradingBrokers } from "@vriddhi/core/broker/trading-broker";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const paise = z.int().describe("paise");
const at = z.iso.datetime();

const summary = z.strictObject({
  accounts: z.int().describe("accounts that ran when the signal was made"),
  orders: z.int(),
  skipped: z.int(),
  without_outcome: z.int().describe("0 once every worker has planned its accounts"),
  first_sent_at: at.nullable(),
  last_sent_at: at.nullable(),
  spread_ms: z.int().nullable().describe("from the first request to the last"),
  filled_accounts: z.int(),
  filled_quantity: z.int(),
  best_price_paise: paise.nullable(),
  worst_price_paise: paise.nullable(),
  mean_price_paise: z.number().nullable().describe("weighted by quantity"),
  price_deviation_paise: z.number().nullable().describe("standard deviation, weighted by quantity"),
  reasons: z
    .array(z.strictObject({ reason: z.string(), accounts: z.int() }))
    .describe("reasons of accounts that did not follow"),
});

export const signalReportEndpoints = {
  readSignalReport: endpoint({
    method: "GET",
    path: "/api/signals/{id}/report",
    summary: "One signal's results over all accounts: spread, each outcome with its reason, dispersion of prices",
    access: "support",
    params: z.strictObject({ id: z.string().min(1).max(100) }),
    reply: z.strictObject({
      signal: z.strictObject({
        id: z.string(),
        desk: z.string(),
        trading_day: z.iso.date(),
        symbol: z.string(),
        side: z.enum(["buy", "sell"]),
        price_paise: paise,
        made_at: at,
        valid_until: at,
        sentence: z.string(),
      }),
      summary,
      outcomes: z.array(
        z.strictObject({
          account_id: z.string(),
          broker: z.enum(tradingBrokers),
          outcome: z.enum(["order", "skipped", "none"]),
          reason: z.string().nullable().describe("of the skip, or of the order's state"),
          status: z.string().nullable(),
          quantity: z.int().nullable(),
          filled: z.int().nullable(),
          average_price_paise: paise.nullable(),
          sent_at: at.nullable(),
        }),
      ),
    }),
    problems: [],
  }),
};
