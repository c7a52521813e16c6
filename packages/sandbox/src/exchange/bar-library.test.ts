import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { afterAll, describe, expect, it } from "vitest";
import { openPastBars, replayDayFrom } from "./bar-library.ts";
import { createExchange } from "./exchange.ts";
import { anExchange, at, MONDAY, rs, TUESDAY } from "./exchange-fixture.ts";
import { nseInstruments } from "./instruments.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "bars-"));
afterAll(() => rmSync(root, { recursive: true }));

const write = (folder: string, symbol: string, close: number) => {
  mkdirSync(path.join(root, folder), { recursive: true });
  const second = folder === "bars1m" ? "09:16" : "09:20";
  const text = `ts,open,high,low,close,volume\n2026-11-13T15:10,1079,1080,1078,1080,10\n2026-11-16T09:15,1080,1085,1079,${close},500\n2026-11-16T${second},${close},${close},${close},${close},40\n`;
  writeFileSync(path.join(root, folder, `${symbol}.csv.gz`), gzipSync(text));
};
write("bars5m", "SBIN", 1_084);
write("bars1m", "SBIN", 1_083);
write("bars5m", "RELIANCE", 1_081);

describe("a folder of bar files", () => {
  it("replays the day of every covered share, from the finest bars", () => {
    const exchange = anExchange();
    expect(replayDayFrom(root, exchange, MONDAY)).toBe(2);
    exchange.advance(at("09:16"));
    expect(exchange.quote("SBIN").previousClose).toBe(rs(1_080));
    expect(exchange.candles("SBIN", 1, at("09:15"), at("09:15"))[0]).toMatchObject({ close: rs(1_083), volume: 500 });
    expect(exchange.quote("RELIANCE").previousClose).toBe(rs(1_080));
  });

  it("supplies past days, so that history ends where the replayed day begins", () => {
    const exchange = createExchange({
      seed: 7,
      calendar: nseCalendar,
      settings: {
        detail: "sparse",
        instruments: nseInstruments.filter(({ symbol }) => symbol === "SBIN" || symbol === "ACC"),
      },
      pastBars: openPastBars(root),
    });
    replayDayFrom(root, exchange, MONDAY);
    exchange.advance(at("09:16"));
    const friday = istDate("2026-11-13");
    const past = (symbol: string) =>
      exchange.candles(symbol, "day", istInstant(friday, istMinute(0, 0)), istInstant(friday, istMinute(0, 0)));
    expect(past("SBIN")).toMatchObject([{ close: exchange.quote("SBIN").previousClose, volume: 10 }]);
    expect(past("ACC")).toHaveLength(1);
    expect(past("NIFTY 50")).toHaveLength(1);
  });

  it("ignores days that it does not cover", () => {
    expect(replayDayFrom(root, anExchange(), TUESDAY)).toBe(0);
    expect(replayDayFrom(path.join(root, "nowhere"), anExchange(), MONDAY)).toBe(0);
  });
});
