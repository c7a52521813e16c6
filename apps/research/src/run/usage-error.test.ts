import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backtestMain } from "./backtest-main.ts";

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-mistakes-"));
  const rows = (day: string, times: readonly string[]) => times.map((time) => `${day}${time},100,101,99,100,10`);
  const minutes = Array.from({ length: 40 }, (_, at) => `T09:${15 + at}`);
  const days = Array.from({ length: 28 }, (_, at) => `2025-07-${String(at + 1).padStart(2, "0")},100,101,99,100,10`);
  const file = (name: string, lines: readonly string[]) =>
    fs.writeFileSync(path.join(folder, name), ["time,open,high,low,close,volume", ...lines, ""].join("\n"));
  file("MINUTES.csv", rows("2025-07-01", minutes));
  file("DAYS.csv", days);
  file("NIGHT.csv", rows("2025-07-01", ["T02:00", "T02:05", "T02:10"]));
  file("HEADER.csv", []);
  file("DMY.csv", ["01-07-2025,1,1,1,1,1"]);
  fs.writeFileSync(path.join(folder, "PLAIN.csv.gz"), "time,open,high,low,close\n");
  const whole = gzipSync(`time,open,high,low,close\n${"2025-07-01,1,1,1,1\n".repeat(50)}`);
  fs.writeFileSync(path.join(folder, "CUT.csv.gz"), whole.subarray(0, whole.length - 12));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const [out, reported]: [string[], string[]] = [[], []];
  const printer = { out: (text: string) => out.push(text), report: (text: string) => reported.push(text) };
  const words = args.map((word) => word.replace("@", `${folder}/`));
  const code = await backtestMain([...words, "--cache", path.join(folder, "cache")], printer);
  return { code, out: out.join("\n"), reported: reported.join("\n") };
}

const SMA = ["--strategy", "sma", "--data", "@MINUTES.csv"];

describe("a usage error of a back-test", () => {
  it.each([
    [["--strategy", "sma", "--data", "@CUT.csv.gz"], "CUT.csv.gz is no whole gzip file: unexpected end of file."],
    [["--strategy", "sma", "--data", "@PLAIN.csv.gz"], "PLAIN.csv.gz is no whole gzip file: incorrect header check."],
    [
      ["--strategy", "sma", "--data", "@DMY.csv"],
      "DMY.csv line 2, column time: has 01-07-2025, wanted 2025-07-01T09:15",
    ],
    [["--strategy", "sma", "--data", "@HEADER.csv"], "HEADER.csv holds no bars"],
    [[...SMA, "--set", "fast=50", "--set", "slow=20"], "--set fast is smaller than slow."],
    [[...SMA, "--set", "fast=0"], "--set fast is a whole number from 1 to 100000."],
    [[...SMA, "--set", "fast=2.5"], "--set fast is a whole number from 1 to 100000."],
    [[...SMA, "--set", "slow=200000"], "--set slow is a whole number from 1 to 100000."],
    [[...SMA, "--set", "toString=5"], "--set toString is not known here; there are fast, slow."],
    [[...SMA, "--set", "fast"], "--set wants a name and a number, as in --set fast=10, not fast."],
    [[...SMA, "--capital", "1e20"], "--capital is a number from 1 to 100000000, not 1e20."],
    [[...SMA, "--slippage", "1e9"], "--slippage is a number from 0 to 1000, not 1e9."],
    [[...SMA, "--symbols", "SBIN"], "There are no bars of SBIN in"],
    [[...SMA, "--symbols", "SBIN,"], "--symbols wants names with commas between them, as in --symbols SBIN,INFY."],
    [[...SMA, "--sweep", "@MINUTES.csv"], "There are no results of a sweep in"],
    [[...SMA, "--sweep", "@"], "is a folder and no file."],
    [["--strategy", "sma", "--data", "@NONE.csv"], "There are no bar files"],
    [["--reference", "sma-10-30", "--data", "@NONE.csv"], "There is no "],
    [["--reference", "sma-10-30-fixed", "--data", "@MINUTES.csv", "--quantity", "1.5"], "--quantity is a whole number"],
    [
      ["--strategy", "ours", "--data", "@DAYS.csv"],
      "Our own strategy decides every 5 minutes, and these bars have 1440: choose bars of 1 or 5 minutes.",
    ],
    [
      ["--strategy", "hold", "--synthetic", "--symbols", "A", "--from", "1025-07-01", "--to", "2025-07-02"],
      "--synthetic draws at most 12 years; choose a later --from.",
    ],
    [[...SMA, "--out", `@${"long".repeat(100)}`], "cannot be used (ENAMETOOLONG)."],
    [
      ["--strategy", "orb", "--data", "@MINUTES.csv", "--set", "target=0"],
      "--set target is a number above 0 and at most 100000.",
    ],
    [["--strategy", "orb", "--data", "@MINUTES.csv", "--set", "target=1e300"], "--set target is a number above 0"],
    [[...SMA, "--set", "slow=1e15"], "--set slow is a whole number from 1 to 100000."],
    [[...SMA, "--set", "fast=ten"], "--set wants a name and a number, as in --set fast=10, not fast=ten."],
    [["--strategy", "orb", "--data", "@DAYS.csv"], "An opening range of 15 minutes is no whole number of bars"],
    [
      ["--strategy", "sma", "--data", "@", "--symbols", "SBIN"],
      "it has CUT, DAYS, DMY, HEADER, MINUTES, NIGHT, PLAIN.",
    ],
    [
      ["--reference", "sma-10-30", "--data", "@MINUTES.csv", "--fill", "close"],
      "is defined for --fill next-open only.",
    ],
    [["--reference", "orb-15", "--data", "@"], "is a folder and no bar file."],
    [[...SMA, "--out", "@DAYS.csv"], "DAYS.csv is in the way: it is a file and no folder."],
    [[...SMA, "--out", "@DAYS.csv/deeper"], "DAYS.csv is in the way: it is a file and no folder."],
  ])("%j exits with code 1 and one sentence", async (args, sentence) => {
    const { code, reported } = await run(...args);
    expect(code).toBe(1);
    expect(reported).toContain(sentence);
    expect(reported).not.toContain("\n");
  });

  it.runIf(process.platform === "linux")("a folder that can never be made ends with 1 and one sentence", async () => {
    expect(await run(...SMA, "--out", "/proc/nope")).toMatchObject({
      code: 1,
      reported: "/proc/nope is not there, and could not be made.",
    });
  });

  it("refuses a report that cannot be written before the back-test runs", async () => {
    expect((await run(...SMA, "--out", "@DAYS.csv")).out).toBe("");
  });

  it.runIf(fs.existsSync("/dev/full"))("a full disk ends with 1 and one sentence", async () => {
    fs.mkdirSync(path.join(folder, "full"));
    fs.symlinkSync("/dev/full", path.join(folder, "full/report.json"));
    expect(await run(...SMA, "--out", "@full")).toMatchObject({
      code: 1,
      reported: "The file could not be written: the disk is full.",
    });
  });

  it("reports, beside the result, bars that do not fit a strategy or reference", async () => {
    const night = await run("--strategy", "sma", "--data", "@NIGHT.csv");
    expect([night.code, night.out]).toEqual([
      0,
      expect.stringContaining("3 bars lie outside the market's usual hours"),
    ]);
    const orb = await run("--reference", "orb-15", "--data", "@DAYS.csv");
    expect(orb.reported).toContain("orb-15 is defined for bars of 1 minute; these have 1440");
  });
});
