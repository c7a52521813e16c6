import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBarFile } from "../bars/bar-file.ts";
import { readBacktestOptions } from "../run/backtest-options.ts";
import { runBacktestCommand } from "../run/run-backtest-command.ts";
import { barLines, syntheticSet } from "./synthetic-set.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../synthetic-bars");

describe("the synthetic bars in the repository", () => {
  it("equal the seeded market byte for byte and are read back as generated", async () => {
    const drawn = syntheticSet();
    expect(fs.readdirSync(FOLDER).sort()).toEqual(drawn.map(({ symbol }) => `${symbol}.csv.gz`).sort());
    for (const series of drawn) {
      const file = path.join(FOLDER, `${series.symbol}.csv.gz`);
      expect(gunzipSync(fs.readFileSync(file)).toString()).toBe(barLines(series));
      const read = await readBarFile(file);
      expect([read.length, [...read.minute], [...read.close]]).toEqual([
        series.length,
        [...series.minute],
        [...series.close],
      ]);
    }
  });

  it("are enough for the product's strategy to trade", async () => {
    const cache = fs.mkdtempSync(path.join(os.tmpdir(), "synthetic-set-"));
    onTestFinished(() => fs.rmSync(cache, { recursive: true }));
    const options = readBacktestOptions(["--strategy=ours", `--data=${FOLDER}`, `--cache=${cache}`]);
    if ("reference" in options) throw new Error("a strategy was asked for");
    const { outcome } = await runBacktestCommand(options);
    expect(outcome.trades.length).toBeGreaterThan(8);
    expect(outcome.days).toHaveLength(40);
  });
});
