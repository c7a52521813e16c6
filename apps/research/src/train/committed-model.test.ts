import fs from "node:fs";
import path from "node:path";
import { runBacktest } from "@vriddhi/core/backtest/run-backtest";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { dateOfDay, dayOfMinute } from "@vriddhi/core/market/bar-time";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { OPENING_RANGE_MODELS, OPENING_RANGE_RECORD } from "@vriddhi/core/strategy/model/opening-range-model";
import { openingRangeForBacktest } from "@vriddhi/core/strategy/opening-range/backtest-port";
import { describe, expect, it } from "vitest";
import { marketData } from "../testing/market-data.ts";
import { renderModelFile } from "./model-file.ts";
import { readFolder } from "./read-folder.ts";
import { hashOfModel, recordOf, train } from "./train.ts";
import { readRegister } from "./trial-register.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const MODEL_FILE = path.join(ROOT, "packages/core/src/strategy/model/opening-range-model.ts");
const INDEX = "NIFTY50";
const bars = marketData("bars5m");

describe("the committed models", () => {
  const register = readRegister(path.join(ROOT, "apps/research/trials.jsonl"));

  it("carry the hash of their content, and none was trained on a day on which it decides", () => {
    for (const model of OPENING_RANGE_MODELS) {
      expect(model.hash).toBe(hashOfModel(model));
      expect(model.trainedUntil < model.validFrom).toBe(true);
    }
  });

  it("[B1.1] trade 13 to 17 times a month in years outside their training data", () => {
    expect(OPENING_RANGE_RECORD.tradesPerMonth).toBeGreaterThanOrEqual(13);
    expect(OPENING_RANGE_RECORD.tradesPerMonth).toBeLessThanOrEqual(17);
  });

  it("correct their significance for every registered trial", () => {
    expect(OPENING_RANGE_RECORD.trials).toBe(register.length);
    expect(new Set(register.map(({ id }) => id)).size).toBe(register.length);
  });

  it.skipIf(bars === null)(
    "are what training makes of the real bars, letter for letter, and trade as judged",
    async () => {
      const series = await readFolder(bars ?? "", ["INDIAVIX"]);
      const question = { series, index: INDEX, barMinutes: 5, seed: OPENING_RANGE_RECORD.seed };
      const trained = train(question);
      const text = renderModelFile(trained.models, recordOf(question, trained, register));
      expect(text === fs.readFileSync(MODEL_FILE, "utf8")).toBe(true);

      const symbols = series.map(({ symbol }) => symbol);
      const strategy = openingRangeForBacktest({ symbols, barMinutes: 5, index: INDEX, models: OPENING_RANGE_MODELS });
      const { trades } = runBacktest(series, strategy, {
        fill: "next-open",
        sizing: { kind: "by_risk" },
        capital: rupees(1_000_000),
        tariff: tariffOf("zerodha"),
        slippage: { entry: 3, exit: 3, stop: 5 },
        hasTicks: true,
        barMinutes: 5,
        entriesUntil: TRADING_HOURS.entriesUntil,
        flatFrom: TRADING_HOURS.closingFrom,
        lastExit: "close",
      });
      const { set, taken } = trained;
      expect(
        trades.map(({ entryMinute, symbol, side }) => [dateOfDay(dayOfMinute(entryMinute)), symbol, side]),
      ).toEqual(taken.map((row) => [set.sessions[set.session[row] ?? 0], set.symbol[row], set.side[row]]));
    },
  );
});
