import { BACKTEST_LIMITS, BACKTEST_STRATEGIES } from "@vriddhi/core/backtest/backtest-request";
import { FILL_MODELS } from "@vriddhi/core/backtest/settings";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const amount = z.number().describe("rupees");
const share = z.number().describe("a fraction: 0.05 is 5 %");
const interval = z.strictObject({ low: z.number(), high: z.number() }).nullable().describe("95 %; null: not known");

const requestFields = {
  strategy: z.enum(BACKTEST_STRATEGIES).describe("our strategy, or a simple one for comparison"),
  symbols: z
    .array(z.string().regex(/^[A-Z0-9][A-Z0-9&_-]{0,19}$/))
    .min(1)
    .max(BACKTEST_LIMITS.symbols),
  from: z.iso.date(),
  to: z.iso.date().describe("last day, inclusive"),
  capital: z.int().min(BACKTEST_LIMITS.capitalMinRupees).max(BACKTEST_LIMITS.capitalMaxRupees).describe("rupees"),
  fill: z.enum(FILL_MODELS).describe("fill model of entries"),
};

const folderName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/);

const state = z.enum(["queued", "running", "done", "failed", "cancelled"]);

const backtestJob = z.strictObject({
  id: z.uuid(),
  ...requestFields,
  source: z.enum(["files", "synthetic"]).describe("synthetic: a seeded artificial market"),
  folder: z.string().nullable().describe("of its bar files"),
  state,
  progress: z.number().min(0).max(1),
  reason: z.string().nullable().describe("why it failed"),
  created_at: z.iso.datetime(),
});

const trade = z.strictObject({
  symbol: z.string(),
  side: z.enum(["long", "short"]),
  quantity: z.int(),
  entry_time: z.string(),
  entry_price: amount,
  exit_time: z.string(),
  exit_price: amount,
  exit_cause: z.enum(["signal", "stop", "target", "time", "end"]),
  gross: amount,
  charges: amount,
  net: amount,
  reason: z.string(),
});

/** The figures of the command line's report, with as many days and trades as a page can show. */
export const backtestResult = z.strictObject({
  strategy: z.string(),
  parameters: z.record(z.string(), z.number()),
  symbols: z.array(z.string()),
  bars: z.int(),
  bar_minutes: z.int(),
  figures: z.strictObject({
    trades: z.int(),
    final_equity: amount,
    gross: amount,
    charges: amount,
    net: amount,
    total_share: share.describe("of the capital"),
    drawdown: share.describe("the deepest drawdown, negative"),
    sharpe: z.number().describe("of a year"),
    t_value: z.number().describe("of the mean day"),
    win_share: share,
    profit_factor: z.number().nullable().describe("null: there were no losses"),
    mean_basis_points: z.number(),
    without_best: z
      .strictObject({ net: amount, mean_basis_points: z.number() })
      .describe("without the ten best trades"),
  }),
  trade_mean: interval,
  sharpe: interval,
  probabilistic_sharpe: share,
  deflated_sharpe: share,
  costs: z.strictObject({
    turnover: amount,
    charges_per_trade: amount,
    charges_basis_points: z.number(),
    slippage_basis_points: z.strictObject({ entry: z.number(), exit: z.number(), stop: z.number() }),
  }),
  years: z.array(z.strictObject({ period: z.string(), trades: z.int(), net: amount, share })),
  points: z.array(z.strictObject({ date: z.iso.date(), equity: amount, drawdown: share })).max(BACKTEST_LIMITS.points),
  trades: z.array(trade).max(BACKTEST_LIMITS.trades).describe("the latest"),
  notes: z.array(z.string()),
});

const params = z.strictObject({ id: z.uuid() });

export const backtestEndpoints = {
  startBacktest: endpoint({
    method: "POST",
    path: "/api/backtests",
    summary: "Queue a back-test over the operator's bar files, or over the synthetic market if there are none",
    access: "admin",
    body: z.strictObject({
      ...requestFields,
      data: folderName
        .optional()
        .describe("a folder of bar files by its name, or synthetic; left out: the first that holds all shares"),
    }),
    reply: z.strictObject({ id: z.uuid() }),
    problems: ["backtests_full"],
  }),
  listBacktests: endpoint({
    method: "GET",
    path: "/api/backtests",
    summary: "The last back-tests, newest first, and what can be tested",
    access: "admin",
    reply: z.strictObject({
      source: backtestJob.shape.source,
      symbols: z.array(z.string()).describe("shares with bars; the synthetic market accepts any"),
      folders: z.array(z.strictObject({ name: z.string(), symbols: z.array(z.string()) })),
      backtests: z.array(backtestJob),
    }),
    problems: [],
  }),
  readBacktest: endpoint({
    method: "GET",
    path: "/api/backtests/{id}",
    summary: "One back-test: its progress, and its result when it is done",
    access: "admin",
    params,
    reply: z.strictObject({ backtest: backtestJob, result: backtestResult.nullable() }),
    problems: ["backtest_unknown"],
  }),
  cancelBacktest: endpoint({
    method: "POST",
    path: "/api/backtests/{id}/cancel",
    summary: "Cancel a back-test that waits or runs; idempotent",
    access: "admin",
    params,
    reply: z.strictObject({ backtest: backtestJob }),
    problems: ["backtest_unknown"],
  }),
};

export type BacktestResult = z.infer<typeof backtestResult>;
