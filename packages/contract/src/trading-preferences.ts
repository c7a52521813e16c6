import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const SYMBOL = /^[A-Z0-9&-]{1,20}$/;
const SYMBOLS_MAX = 50;
const RUPEES_MAX = 1_000_000_000;

const preferences = z.strictObject({
  skipped_day: z.iso.date().nullable().describe("the trading day without an automatic start; null: none"),
  next_day: z.iso.date().nullable().describe("the trading day that can be skipped now"),
  never_trade: z.array(z.string()).describe("skipped symbols"),
  loss_limit: z
    .number()
    .nullable()
    .describe("in rupees: the day ends there if it is tighter than the rule; null: none"),
});
export type TradingPreferencesReply = z.infer<typeof preferences>;

export const tradingPreferencesEndpoints = {
  readTradingPreferences: endpoint({
    method: "GET",
    path: "/algorithm/wishes",
    summary: "The day to skip, excluded symbols, and the user's own daily loss limit",
    access: "user",
    reply: preferences,
    problems: [],
  }),
  skipTradingDay: endpoint({
    method: "PUT",
    path: "/algorithm/wishes/skip",
    summary: "Skip the next trading day: nothing starts automatically on it; or undo that",
    access: "user",
    body: z.strictObject({ skip: z.boolean() }),
    reply: preferences,
    problems: ["calendar_ends"],
  }),
  setNeverTrade: endpoint({
    method: "PUT",
    path: "/algorithm/wishes/never-trade",
    summary: "The symbols that are skipped from now on",
    access: "user",
    body: z.strictObject({
      symbols: z
        .array(z.string().trim().toUpperCase().regex(SYMBOL, "A symbol has up to 20 capital letters and digits"))
        .max(SYMBOLS_MAX, `At most ${SYMBOLS_MAX} symbols`),
    }),
    reply: preferences,
    problems: [],
  }),
  setLossLimit: endpoint({
    method: "PUT",
    path: "/algorithm/wishes/loss-limit",
    summary: "The user's own daily loss limit; it counts if it is tighter than the rule",
    access: "user",
    body: z.strictObject({
      limit: z
        .int("The limit must be a whole number of rupees")
        .min(1, "The limit must be at least 1 rupee")
        .max(RUPEES_MAX)
        .nullable(),
    }),
    reply: preferences,
    problems: ["limit_looser"],
  }),
};
