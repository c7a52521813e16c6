import { rowAt } from "@vriddhi/core/market/bar-series";
import { barTimeText } from "@vriddhi/core/market/bar-time";
import { describe, expect, it } from "vitest";
import { createCsvParser } from "./csv-parser.ts";

const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join("\n"));

const HEADER = "ts,open,high,low,close,volume";
const ROWS = [
  HEADER,
  "2025-07-01T09:15,1500.6,1507.4,1500.1,1502.75,144612",
  "2025-07-01T09:16,1502.7,1504.2,1502,1503.9,0",
  "2025-12-31T15:29,0.05,99999.99,0.01,7,12",
  "",
];

function parse(bytes: Uint8Array, cut = bytes.length) {
  const parser = createCsvParser("TEST");
  parser.push(bytes.subarray(0, cut));
  parser.push(bytes.subarray(cut));
  return parser.end();
}

describe("the CSV parser of bar files", () => {
  it("reads times as IST and prices as whole paise", () => {
    const series = parse(text(ROWS));
    expect(series.length).toBe(3);
    expect(barTimeText(rowAt(series, 0).minute)).toBe("2025-07-01T09:15");
    expect(barTimeText(rowAt(series, 2).minute)).toBe("2025-12-31T15:29");
    expect(rowAt(series, 0)).toMatchObject({
      open: 150_060,
      high: 150_740,
      low: 150_010,
      close: 150_275,
      volume: 144_612,
    });
    expect(rowAt(series, 2)).toMatchObject({ open: 5, high: 9_999_999, low: 1, close: 700, volume: 12 });
  });

  it("gives the same bars wherever the input is cut into chunks", () => {
    const bytes = text(ROWS);
    const whole = parse(bytes);
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(parse(bytes, cut)).toEqual(whole);
  });

  it("reads daily bars, Windows line ends, a missing volume and a last line without a line end", () => {
    const daily = parse(
      text([
        ",Open,High,Low,Close\r",
        "2004-08-19,100,104.06,95.96,100.34\r",
        "2004-08-20,101.01,109.08,100.5,108.315",
      ]),
    );
    expect(daily.length).toBe(2);
    expect(barTimeText(rowAt(daily, 1).minute)).toBe("2004-08-20T00:00");
    expect(rowAt(daily, 1)).toMatchObject({ open: 10_101, close: 10_832, volume: 0 });
  });

  it("grows while the file grows", () => {
    const rows = Array.from(
      { length: 70_000 },
      (_, index) =>
        `2025-01-01T${String(Math.floor(index / 60) % 24).padStart(2, "0")}:${String(index % 60).padStart(2, "0")},1,1,1,${index},1`,
    );
    const series = parse(text([HEADER, ...rows]));
    expect(series.length).toBe(70_000);
    expect(series.close[69_999]).toBe(6_999_900);
  });

  it.each([
    ["2025-07-01T09:15,abc,1,1,1,1", "column open: has abc, wanted a price, as 812.45"],
    ["2025-07-01T09:15,1,1,1", "column close: has nothing, wanted a price, as 812.45"],
    ["2025-07-01T09:15,1,1,1,1,1,1", "has 7 cells, wanted 6 as the first line has"],
    ["2025-07-01T25:15,1,1,1,1,1", "column time: has 2025-07-01T25:15, wanted 2025-07-01T09:15"],
    ["2025-02-30T09:15,1,1,1,1,1", "column time: has 2025-02-30T09:15, wanted 2025-07-01T09:15"],
    ["2025-13-01T09:15,1,1,1,1,1", "column time: has 2025-13-01T09:15, wanted 2025-07-01T09:15"],
    ["2025-07-01T09:15:30,1,1,1,1,1", "column time: has 2025-07-01T09:15:30, wanted 2025-07-01T09:15"],
    ["01-07-2025,1,1,1,1,1", "column time: has 01-07-2025, wanted 2025-07-01T09:15"],
    ["2025-07-01T09:15,1,-5,1,1,1", "column high: has -5, wanted a price, as 812.45"],
    ["2025-07-01T09:15,1,1,1e3,1,1", "column low: has 1e3, wanted a price, as 812.45"],
    ["2025-07-01T09:15,1,1,1,1,many", "column volume: has many, wanted a number of shares"],
    ["2025-07-01T09:15,1,21474836.48,1,1,1", "column high: has 21474836.48, wanted a price of at most 21474836.47"],
  ])("refuses %s with the line and the expected value: %s", (line, sentence) => {
    expect(() => parse(text([...ROWS.slice(0, 2), line, ""]))).toThrow(/^TEST line 3[,:]/);
    expect(() => parse(text([...ROWS.slice(0, 2), line, ""]))).toThrow(sentence);
  });

  it.each([
    "2025-07-01T09:15:00",
    "2025-07-01 09:15:00",
    "2025-07-01T09:15:00+05:30",
    "2025-07-01T09:15:00.000+0530",
    "2025-07-01T03:45Z",
    "2025-07-01 03:45:00+00:00",
    '"2025-07-01T09:15"',
    "1751341500",
    "1751341500000",
  ])("reads %s as a quarter past nine in India", (time) => {
    const series = parse(text([HEADER, `${time},1,2.5,0.5,"1.005",7`, ""]));
    expect(barTimeText(rowAt(series, 0).minute)).toBe("2025-07-01T09:15");
    expect(rowAt(series, 0)).toMatchObject({ open: 100, high: 250, low: 50, close: 101, volume: 7 });
  });

  it("finds the volume behind an adjusted close, and reads quoted names", () => {
    const series = parse(
      text([
        'Date,Open,High,Low,"Close","Adj Close",Volume',
        "2025-07-01,10,12,9,11,10.5,900",
        "2025-07-02,1,1,1,1,1,2",
      ]),
    );
    expect(series.length).toBe(2);
    expect(rowAt(series, 0)).toMatchObject({ close: 1_100, volume: 900 });
  });

  it("reads lines that end with a carriage return alone", () => {
    const lines = new TextEncoder().encode([HEADER, ...ROWS.slice(1, 3)].join("\r"));
    expect(parse(lines).length).toBe(2);
  });

  it("refuses a file whose first line names other columns", () => {
    expect(() => parse(text(["date,symbol,open,high,low,close", "x"]))).toThrow("the first line has to name");
  });
});
