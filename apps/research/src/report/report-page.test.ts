import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BacktestOptions, readBacktestOptions } from "../run/backtest-options.ts";
import { summaryTable } from "../run/report-format.ts";
import { runTexts } from "../run/run.texts.ts";
import { reportJson, runBacktestCommand } from "../run/run-backtest-command.ts";
import { syntheticBarLines } from "../testing/bar-lines.ts";
import { reportPage } from "./report-page.ts";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-report-"));
  fs.writeFileSync(path.join(folder, "ONE.csv"), syntheticBarLines(1, 20));
  fs.writeFileSync(path.join(folder, "TWO.csv"), syntheticBarLines(2, 20));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const options = (...args: string[]): BacktestOptions => {
  const read = readBacktestOptions(["--data", folder, "--cache", path.join(folder, "cache"), ...args]);
  if ("reference" in read) throw new Error("a back-test was asked for");
  return read;
};

describe("a back-test from the command line", () => {
  it.each(["orb", "sma", "donchian", "hold", "ours"])(
    "runs %s over files and shows it as table, JSON and page",
    async (name) => {
      const report = await runBacktestCommand(options("--strategy", name));
      expect(report.outcome.bars).toBe(2 * 20 * 375);
      expect(summaryTable(report)).toContain("without the ten best trades");
      const parsed = JSON.parse(reportJson(report)) as { trades: { net: number }[]; statistics: { net: number } };
      const sum = parsed.trades.reduce((total, { net }) => total + Math.round(net * 100), 0);
      expect(sum).toBe(Math.round(parsed.statistics.net * 100));
      const page = reportPage(report);
      for (const part of ["Equity", "Drawdown", "Months", "Years", "Costs", "deflated", "overfitting", "ten best"])
        expect(page).toContain(part);
      expect(page).not.toMatch(/<script|https?:|url\(|NaN|undefined/);
    },
  );

  it("closes intraday strategies by 15:00 and warns of charges where positions stay overnight", async () => {
    const intraday = await runBacktestCommand(options("--strategy", "sma", "--intraday"));
    const last = Math.max(...intraday.outcome.trades.map(({ exitMinute }) => exitMinute % 1_440));
    expect(last).toBe(15 * 60);
    expect(intraday.notes).not.toContain(runTexts.overnight);
    expect((await runBacktestCommand(options("--strategy", "sma"))).notes).toContain(runTexts.overnight);
  });

  it("takes shares, period, capital, costs and parameters", async () => {
    const asked = ["--strategy", "sma", "--symbols", "TWO", "--from", "2026-01-05", "--to", "2026-01-08"];
    const report = await runBacktestCommand(
      options(
        ...asked,
        "--capital",
        "50000",
        "--broker",
        "none",
        "--slippage",
        "0",
        "--set",
        "fast=5",
        "--set",
        "slow=9",
      ),
    );
    expect(report.outcome.bars).toBe(4 * 375);
    expect(report.outcome.strategy).toBe("sma-5-9");
    expect(report.statistics.charges).toBe(0);
    expect(report.settings.capital).toBe(5_000_000);
  });

  it("gives the same page twice", async () => {
    const asked = options("--strategy", "orb");
    expect(reportPage(await runBacktestCommand(asked))).toBe(reportPage(await runBacktestCommand(asked)));
  });

  it.each([
    [["--strategy", "none"], "--strategy is one of"],
    [["--strategy", "sma", "--from", "2026-02-30"], "--from is a date"],
    [["--strategy", "sma", "--capital", "x"], "--capital is a number"],
    [["--strategy", "sma", "--fill", "best"], "--fill is one of"],
    [["--strategy", "sma", "--nonsense"], "Usage:"],
    [[], "Usage:"],
    [["--reference", "sma"], "--reference is one of"],
  ])("refuses %j with a sentence", (args, sentence) => {
    expect(() => options(...args)).toThrow(sentence);
  });

  it.each([
    [["--symbols", "NONE"], "There are no bars of NONE"],
    [["--from", "2030-01-01"], "There are no bars in this period."],
    [["--set", "speed=3"], "--set speed is not known here"],
    [["--data", "/nowhere"], "There are no bar files"],
  ])("refuses %j when it reads the files", async (args, sentence) => {
    await expect(runBacktestCommand(options("--strategy", "sma", ...args))).rejects.toThrow(sentence);
  });
});
