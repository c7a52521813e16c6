import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { paise } from "@vriddhi/core/shared/money";
import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { anExchange, at, MONDAY, rs, TUESDAY } from "./exchange-fixture.ts";
import { dayFromText, hasBars, loadBars, parseBar } from "./load-bars.ts";
import type { Bar } from "./model.ts";

/** Prices follow a wave in whole ticks of ten paise. */
const waveOf = (count: number, minutes: number): Bar[] =>
  Array.from({ length: count }, (_, index) => {
    const open = 108_000 + (((index * 37) % 40) - 20) * 10;
    const close = 108_000 + ((((index + 1) * 37) % 40) - 20) * 10;
    return {
      at: later(at("09:15"), index * minutes * MINUTE_MS),
      open: paise(open),
      high: paise(Math.max(open, close) + 50),
      low: paise(Math.min(open, close) - 30),
      close: paise(close),
      volume: 1_000 + index,
    };
  });

const withoutClosing = { at: at("09:15"), to: at("15:14") };

describe("a day replayed from bars", () => {
  it.each([
    [1, 360],
    [5, 72],
  ])("of %i minutes gives the same candles", (minutes, count) => {
    const exchange = anExchange();
    const bars = waveOf(count, minutes);
    exchange.replayBars("SBIN", MONDAY, bars, rs(1_081));
    exchange.advance(at("16:00"));
    expect(exchange.quote("SBIN").previousClose).toBe(rs(1_081));
    expect(exchange.candles("SBIN", minutes, withoutClosing.at, withoutClosing.to)).toEqual(bars);
  });

  it("ends with the print after continuous trading as its closing auction", () => {
    const exchange = anExchange();
    const closing = { ...(waveOf(1, 1)[0] as Bar), at: at("15:29"), close: rs(1_085), volume: 5_000 };
    exchange.replayBars("SBIN", MONDAY, [...waveOf(360, 1), closing]);
    exchange.advance(at("16:00"));
    expect(exchange.quote("SBIN")).toMatchObject({ lastPrice: rs(1_085), lastQuantity: 5_000 });
    expect(exchange.quote("RELIANCE").volume).toBeGreaterThan(0);
  });

  it("keeps minutes without a trade", () => {
    const exchange = anExchange();
    const bars = waveOf(360, 1).map((bar, index) => (index % 3 === 1 ? { ...bar, volume: 0 } : bar));
    exchange.replayBars("SBIN", MONDAY, bars);
    exchange.advance(at("16:00"));
    expect(exchange.candles("SBIN", 1, withoutClosing.at, withoutClosing.to)).toEqual(
      bars.filter(({ volume }) => volume > 0),
    );
  });

  it("must be set before the day begins, and needs a trade", () => {
    const exchange = anExchange();
    exchange.advance(at("08:00"));
    expect(() => exchange.replayBars("SBIN", MONDAY, waveOf(360, 1))).toThrow("from its beginning");
    expect(() => exchange.replayBars("SBIN", TUESDAY, [])).toThrow("has trades");
  });
});

describe("a bar file", () => {
  const text = [
    "ts,open,high,low,close,volume",
    "2026-08-12T15:29,1,1,1,1070.5,7",
    "2026-08-13T09:15,1076.6,1076.9,1075.8,1076.7,48877",
    "2026-08-13T09:16,1076.7,1077,1076.2,1076.6,34558",
    "2026-08-14T09:15,1,1,1,1,1",
    "",
  ].join("\n");

  it("is parsed into paise and India's time", () => {
    expect(parseBar("2026-08-13T09:15,1076.6,1076.9,1075.8,1076.7,48877")).toEqual({
      at: at("09:15", istDate("2026-08-13")),
      open: rs(1_076.6),
      high: rs(1_076.9),
      low: rs(1_075.8),
      close: rs(1_076.7),
      volume: 48_877,
    });
  });

  it("gives one day and the previous close", () => {
    const day = dayFromText(text, istDate("2026-08-13"));
    expect(day?.bars.map(({ volume }) => volume)).toEqual([48_877, 34_558]);
    expect(day?.previousClose).toBe(rs(1_070.5));
    expect(dayFromText(text, istDate("2026-08-12"))?.previousClose).toBeNull();
    expect(dayFromText(text, istDate("2026-08-15"))).toBeNull();
  });
});

const folder = fileURLToPath(new URL("../../../../../shared/data/bars1m", import.meta.url));

describe.skipIf(!existsSync(folder))("real bars (needs ../shared/data/bars1m)", () => {
  it("of a day with a closing auction are replayed exactly", () => {
    const date = istDate("2026-08-13");
    const day = loadBars(folder, "SBIN", date);
    const exchange = anExchange();
    exchange.replayBars("SBIN", date, day?.bars ?? [], day?.previousClose ?? undefined);
    exchange.advance(at("16:00", date));
    const traded = (day?.bars ?? []).filter(({ volume, at: start }) => volume > 0 && start < at("15:15", date));
    expect(traded.length).toBeGreaterThan(350);
    expect(exchange.candles("SBIN", 1, at("09:15", date), at("15:14", date))).toEqual(traded);
    expect(exchange.quote("SBIN")).toMatchObject({ lastPrice: rs(1_083), lastQuantity: 390_306 });
  });

  it("are found by the file's name", () => {
    expect([hasBars(folder, "SBIN"), hasBars(folder, "NOSUCH")]).toEqual([true, false]);
    expect(hasBars(folder.replace("bars1m", "bars5m"), "M&M")).toBe(true);
  });
});
