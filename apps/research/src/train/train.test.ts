import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { runBacktest } from "@vriddhi/core/backtest/run-backtest";
import { rowsIn } from "@vriddhi/core/learning/candidate-set";
import { yearlyFolds } from "@vriddhi/core/learning/walk-forward";
import { dateOfDay, dayOfMinute } from "@vriddhi/core/market/bar-time";
import { TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { rupees } from "@vriddhi/core/shared/money";
import { openingRangeForBacktest } from "@vriddhi/core/strategy/opening-range/backtest-port";
import { syntheticSeries } from "@vriddhi/core/strategy/synthetic/synthetic-series";
import { istDate } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderModelFile } from "./model-file.ts";
import { hashOfModel, recordOf, type Trained, type TrainingQuestion, train } from "./train.ts";
import { appendTrials, readRegister } from "./trial-register.ts";
import { TRIALS } from "./trials.ts";

const INDEX = "INDEX";
const symbols = [INDEX, ...Array.from({ length: 12 }, (_, number) => `SHARE${number + 1}`)];

const questionOf = (marketSeed: number): TrainingQuestion => ({
  series: syntheticSeries({ seed: marketSeed, symbols, barMinutes: 5 }, istDate("2024-09-02"), 180),
  index: INDEX,
  barMinutes: 5,
  seed: 1,
});

describe("model training", () => {
  const question = questionOf(11);
  const other = questionOf(12);
  let trained: Trained;
  let again: Trained;
  let others: Trained;
  let folder: string;

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "register-"));
    trained = train(question);
    again = train(questionOf(11));
    others = train(other);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("writes the same bytes for the same bars and seed", () => {
    const fileOf = (each: Trained): string => renderModelFile(each.models, recordOf(question, each, each.trials));
    expect(fileOf(again)).toBe(fileOf(trained));
    expect(renderModelFile(others.models, recordOf(other, others, others.trials))).not.toBe(fileOf(trained));
  });

  it("makes one model for each test year and one for the days after the data", () => {
    expect(trained.models.map(({ validFrom }) => validFrom)).toEqual(["2025-01-01", "2025-05-10"]);
    for (const model of trained.models) {
      expect(model.trainedUntil < model.validFrom).toBe(true);
      expect(model.hash).toBe(hashOfModel(model));
    }
  });

  it("learns nothing from its test year: other results in that year leave the model unchanged", () => {
    const [fold] = yearlyFolds(trained.set.sessions);
    const judged = new Set(rowsIn(trained.set, fold?.test ?? []));
    expect(judged.size).toBeGreaterThan(300);
    const day = trained.set.sessions[fold?.test[0] ?? 0];
    const shorter = question.series.map((series) => {
      const disturbed = structuredClone(series);
      const from = disturbed.minute.findIndex((minute) => minute * 60_000 >= Date.parse(`${day}T00:00:00Z`));
      for (let bar = from; bar < disturbed.length; bar++)
        disturbed.volume[bar] = (disturbed.volume[bar] ?? 0) * (bar % 7);
      return disturbed;
    });
    const changed = train({ series: shorter, index: INDEX, barMinutes: 5, seed: 1 });
    expect(changed.models[0]).toEqual(trained.models[0]);
    expect(changed.models[1]).not.toEqual(trained.models[1]);
  });

  it("trades about 72 percent of the days that it learned from", () => {
    const [model] = trained.models;
    expect(model?.threshold).toBeGreaterThan(-1_000);
    expect(trained.chosen.trades / trained.chosen.sessions).toBeGreaterThan(0.5);
    expect(trained.chosen.trades / trained.chosen.sessions).toBeLessThan(0.95);
  });

  it("evaluates exactly the trades of the back-test engine, at the same prices", () => {
    const strategy = openingRangeForBacktest({ symbols, barMinutes: 5, index: INDEX, models: trained.models });
    const { trades } = runBacktest(question.series, strategy, {
      fill: "next-open",
      sizing: { kind: "fixed", quantity: 1 },
      capital: rupees(10_000_000),
      tariff: null,
      slippage: { entry: 3, exit: 3, stop: 5 },
      hasTicks: false,
      barMinutes: 5,
      entriesUntil: TRADING_HOURS.entriesUntil,
      flatFrom: TRADING_HOURS.closingFrom,
      lastExit: "close",
    });
    const { set, taken, nets } = trained;
    expect(trades.map(({ entryMinute, symbol, side }) => [dateOfDay(dayOfMinute(entryMinute)), symbol, side])).toEqual(
      taken.map((row) => [set.sessions[set.session[row] ?? 0], set.symbol[row], set.side[row]]),
    );
    // Training counts the charges of a lakh, a little more than eight basis points.
    const charges = trades.map(({ gross, entryPrice }, number) => (gross / entryPrice) * 10_000 - (nets[number] ?? 0));
    expect(Math.min(...charges)).toBeGreaterThan(7);
    expect(Math.max(...charges)).toBeLessThan(10);
  });

  it("refuses data from which no model can be learned, so that the trading model is not replaced", () => {
    expect(() => train({ ...question, index: "NIFTY50" })).toThrow("There are no bars of NIFTY50 in this folder");
    expect(() => train({ ...question, barMinutes: 7 })).toThrow("decides every 5 minutes, and these bars have 7");
    const series = syntheticSeries({ seed: 11, symbols, barMinutes: 5 }, istDate("2024-09-02"), 22);
    expect(() => train({ ...question, series })).toThrow("There is not enough to learn from");
  });

  it("registers every trial once and never rewrites a registered line", () => {
    const file = path.join(folder, "trials.jsonl");
    expect(appendTrials(file, trained.trials)).toHaveLength(TRIALS.length);
    const first = fs.readFileSync(file, "utf8");
    expect(appendTrials(file, again.trials)).toHaveLength(TRIALS.length);
    expect(fs.readFileSync(file, "utf8")).toBe(first);
    appendTrials(file, others.trials);
    expect(fs.readFileSync(file, "utf8").startsWith(first)).toBe(true);
    expect(readRegister(file).length).toBeGreaterThan(TRIALS.length);
  });
});
