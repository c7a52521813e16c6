import { describe, expect, it } from "vitest";
import { tariffOf } from "../charges/tariff.ts";
import { rupees } from "../shared/money.ts";
import { type DayBars, type Outcome, type OutcomeSettings, outcomeOf, type TradePlan } from "./outcome.ts";

const free: OutcomeSettings = {
  slippage: 0,
  stopSlippage: 0,
  notional: rupees(100_000),
  tariff: tariffOf("zerodha"),
};

type Row = readonly [minute: number, open: number, high: number, low: number, close: number];

const barsOf = (rows: readonly Row[]): DayBars => ({
  minute: rows.map(([minute]) => minute),
  open: rows.map(([, open]) => open),
  high: rows.map(([, , high]) => high),
  low: rows.map(([, , , low]) => low),
  close: rows.map(([, , , , close]) => close),
});

const long: TradePlan = { side: "buy", stop: 99_000, target: 102_000, closingFrom: 900 };
const short: TradePlan = { side: "sell", stop: 101_000, target: 98_000, closingFrom: 900 };

const judge = (rows: readonly Row[], plan: TradePlan, settings = free): Outcome | null =>
  outcomeOf(barsOf(rows), 0, rows.length, plan, settings);

describe("the outcome of a trade", () => {
  it("checks the stop before the target inside one bar", () => {
    expect(judge([[600, 100_000, 103_000, 98_000, 100_000]], long)).toMatchObject({ end: "stop", exit: 99_000 });
    expect(judge([[600, 100_000, 102_000, 97_000, 100_000]], short)).toMatchObject({ end: "stop", exit: 101_000 });
  });

  it("fills a stop or target beyond the open at the open", () => {
    const quiet: Row = [600, 100_000, 100_500, 99_500, 100_000];
    expect(judge([quiet, [605, 98_000, 98_500, 97_000, 98_000]], long)).toMatchObject({ end: "stop", exit: 98_000 });
    expect(judge([quiet, [605, 97_000, 97_500, 96_500, 97_000]], short)).toMatchObject({ end: "target", exit: 97_000 });
  });

  it("closes at the open of the first bar from 15:00 on, before anything inside that bar", () => {
    const rows: readonly Row[] = [
      [895, 100_000, 100_500, 99_500, 100_200],
      [900, 100_100, 103_000, 98_000, 99_000],
    ];
    expect(judge(rows, long)).toMatchObject({ end: "time", endMinute: 900, exit: 100_100 });
  });

  it("closes at the last close where no later bar came, and is null without any following bar", () => {
    expect(judge([[600, 100_000, 100_500, 99_500, 100_300]], long)).toMatchObject({ end: "time", exit: 100_300 });
    expect(judge([[900, 100_000, 100_500, 99_500, 100_300]], long)).toBeNull();
    expect(judge([], long)).toBeNull();
  });

  it("counts charges and slippage against the trade, more at a stop", () => {
    const costly: OutcomeSettings = { slippage: 3, stopSlippage: 5, notional: free.notional, tariff: free.tariff };
    const won = judge([[600, 100_000, 103_000, 99_500, 102_000]], long, costly);
    expect(won).toMatchObject({ end: "target", entry: 100_030, exit: 101_969 });
    // 99 shares: charges of ₹82 on ₹99,029.70 are 8.3 basis points.
    expect((won?.grossBasisPoints ?? 0) - (won?.netBasisPoints ?? 0)).toBeCloseTo(8.3, 0);
    expect(judge([[600, 100_000, 103_000, 98_000, 102_000]], long, costly)).toMatchObject({ exit: 98_951 });
  });
});
