import { describe, expect, it } from "vitest";
import { tariffOf } from "../charges/tariff.ts";
import { type BarRow, seriesOf } from "../market/bar-series.ts";
import { barTimeText } from "../market/bar-time.ts";
import { paise, rupees } from "../shared/money.ts";
import { flatBar, minuteAt, SOME_DAY } from "./reference-fixture.ts";
import { runBacktest } from "./run-backtest.ts";
import { type BacktestSettings, NO_SLIPPAGE } from "./settings.ts";
import { type Decision, type EnterDecision, NO_DECISIONS, type Strategy } from "./strategy-port.ts";
import type { BacktestOutcome } from "./trade.ts";

const free: BacktestSettings = {
  fill: "next-open",
  sizing: { kind: "fixed", quantity: 100 },
  capital: rupees(200_000),
  tariff: null,
  slippage: NO_SLIPPAGE,
  hasTicks: false,
  barMinutes: 1,
  entriesUntil: null,
  flatFrom: null,
  lastExit: "close",
};

const enter = (more: Partial<EnterDecision> = {}): EnterDecision => ({
  kind: "enter",
  symbol: 0,
  side: "buy",
  price: 100_000,
  limit: null,
  stop: null,
  target: null,
  medianTurnover: null,
  reason: "test",
  ...more,
});

function script(decisions: Readonly<Record<number, Decision>>): Strategy<{ readonly seen: Int32Array }> {
  return {
    name: "script",
    start: (symbols) => ({ seen: new Int32Array(symbols.length) }),
    step({ seen }, event) {
      if (event.kind !== "bar" || event.symbol !== 0) return NO_DECISIONS;
      seen[0] = (seen[0] as number) + 1;
      const decision = decisions[(seen[0] as number) - 1];
      return decision === undefined ? NO_DECISIONS : [decision];
    },
  };
}

const bars = (rows: readonly Partial<BarRow>[], symbol = "TEST", first = minuteAt(9, 15)) =>
  seriesOf(
    symbol,
    rows.map((row, place) => {
      const plain = { ...flatBar(first + place, 100_000), ...row };
      const high = Math.max(plain.high, plain.open, plain.close);
      return { ...plain, high, low: Math.min(plain.low, plain.open, plain.close) };
    }),
  );

const lines = ({ trades }: BacktestOutcome): string[] =>
  trades.map(
    ({ entryMinute, entryPrice, exitMinute, exitPrice, exitCause, quantity }) =>
      `${quantity} ${barTimeText(entryMinute).slice(11)} ${entryPrice} ${exitCause} ${barTimeText(exitMinute).slice(11)} ${exitPrice}`,
  );

const exit: Decision = { kind: "exit", symbol: 0, reason: "test" };

describe("the event engine", () => {
  it("reproduces the worked example of charges to the paisa", () => {
    const series = bars([{}, {}, {}, { open: 101_000 }]);
    const run = (broker: "zerodha" | "fyers") =>
      runBacktest([series], script({ 0: enter(), 2: exit }), { ...free, tariff: tariffOf(broker) });
    expect(run("zerodha").trades).toMatchObject([{ gross: 100_000, charges: 8_272, net: 91_728 }]);
    expect(run("fyers").trades).toMatchObject([{ gross: 100_000, charges: 8_268, net: 91_732 }]);
    expect(run("zerodha").finalEquity).toBe(rupees(200_000) + 91_728);
  });

  it("charges a day by one contract note and divides it over the day's trades without a remainder", () => {
    const series = bars([{}, {}, {}, { open: 101_000 }, {}, {}, {}, { open: 99_000 }]);
    const strategy = script({ 0: enter(), 2: exit, 4: enter({ side: "sell" }), 6: exit });
    const { trades, finalEquity } = runBacktest([series], strategy, { ...free, tariff: tariffOf("zerodha") });
    expect(trades).toHaveLength(2);
    expect(trades.reduce((sum, { net }) => sum + net, 0)).toBe(finalEquity - free.capital);
  });

  it("shows a strategy the warm-up days before the period, and neither trades nor counts them", () => {
    const before = bars([{}, {}, {}], "TEST", minuteAt(9, 15, SOME_DAY - 1));
    const rows = [...before.minute].map((minute) => flatBar(minute, 100_000));
    const today = [0, 1, 2].map((place) => flatBar(minuteAt(9, 15) + place, 100_000));
    const series = seriesOf("TEST", [...rows, ...today]);
    const run = (firstDay: number) =>
      runBacktest([series], script({ 0: enter(), 3: enter() }), { ...free, firstDay, flatFrom: 15 * 60 });
    expect(run(SOME_DAY).trades.map(({ entryMinute }) => entryMinute)).toEqual([minuteAt(9, 16)]);
    expect(run(SOME_DAY).days.map(({ day }) => day)).toEqual([SOME_DAY]);
    expect(run(0).trades).toHaveLength(2);
  });

  it("fills a limit that opens inside or is traded through, and not one that is only touched", () => {
    const settings: BacktestSettings = { ...free, fill: "limit-through" };
    const run = (next: Partial<BarRow>) =>
      runBacktest([bars([{}, next, {}])], script({ 0: enter({ limit: 99_900 }) }), settings);
    expect(lines(run({ open: 99_800 }))).toEqual(["100 09:16 99800 end 09:17 100000"]);
    expect(lines(run({ low: 99_890 }))).toEqual(["100 09:16 99900 end 09:17 100000"]);
    expect(lines(run({ low: 99_900 }))).toEqual([]);
    expect(run({ low: 99_900 }).lost.limit_not_reached).toBe(1);
  });

  it("ignores the target, and honours the stop, in the bar in which a limit was filled", () => {
    const settings: BacktestSettings = { ...free, fill: "limit-through" };
    const run = (stop: number) =>
      runBacktest(
        [bars([{}, { low: 99_800, high: 101_000 }, {}])],
        script({ 0: enter({ limit: 99_900, stop, target: 100_500 }) }),
        settings,
      );
    expect(lines(run(99_000))).toEqual(["100 09:16 99900 end 09:17 100000"]);
    expect(lines(run(99_850))).toEqual(["100 09:16 99900 stop 09:16 99850"]);
  });

  it("requires a resting target to be traded through", () => {
    const strategy = script({ 0: enter({ target: 100_500 }) });
    const series = bars([{}, {}, { high: 100_500 }, {}]);
    expect(lines(runBacktest([series], strategy, free))).toEqual(["100 09:16 100000 target 09:17 100500"]);
    const resting = script({ 0: enter({ limit: 100_000, target: 100_500 }) });
    expect(lines(runBacktest([series], resting, { ...free, fill: "limit-through" }))).toEqual([
      "100 09:16 100000 end 09:18 100000",
    ]);
  });

  it("loses an entry whose open is worse than its limit", () => {
    const outcome = runBacktest([bars([{}, { open: 100_100 }])], script({ 0: enter({ limit: 100_050 }) }), free);
    expect([outcome.trades.length, outcome.lost.limit_not_reached]).toEqual([0, 1]);
  });

  it("applies slippage against the trade in whole ticks, more at stops, and rounds stops and targets outward", () => {
    const settings: BacktestSettings = { ...free, hasTicks: true, slippage: { entry: 3, exit: 3, stop: 5 } };
    const strategy = script({ 0: enter({ stop: 99_507, target: 101_003 }) });
    // 3 bps of 1,000 rupees are 30 paise, whole ticks of 5; the stop goes to 995.05, 5 bps of it to 50 paise.
    expect(lines(runBacktest([bars([{}, {}, { low: 99_400 }])], strategy, settings))).toEqual([
      "100 09:16 100030 stop 09:17 99455",
    ]);
    expect(lines(runBacktest([bars([{}, {}, { high: 101_010 }])], strategy, settings))).toEqual([
      "100 09:16 100030 target 09:17 100970",
    ]);
  });

  it("sizes by the live rule: half a percent of the capital at risk, within the funds", () => {
    const settings: BacktestSettings = { ...free, sizing: { kind: "by_risk" }, tariff: tariffOf("zerodha") };
    const run = (more: Partial<EnterDecision>) =>
      lines(runBacktest([bars([{}, {}])], script({ 0: enter(more) }), settings));
    expect(run({ stop: 99_000 })).toEqual(["100 09:16 100000 end 09:16 100000"]);
    expect(run({ stop: 99_900 })).toEqual(["200 09:16 100000 end 09:16 100000"]);
    expect(run({ stop: 99_000, medianTurnover: rupees(10_000_000) })).toEqual(["10 09:16 100000 end 09:16 100000"]);
    expect(run({ stop: 101_000 })).toEqual([]);
  });

  it("blocks funds, so that a second share gets what the first leaves", () => {
    const strategy: Strategy<{ bought: number }> = {
      name: "both",
      start: () => ({ bought: 0 }),
      step: (_, event) => (event.kind === "bar" ? [enter({ symbol: event.symbol, stop: 99_900 })] : NO_DECISIONS),
    };
    const settings: BacktestSettings = { ...free, sizing: { kind: "by_risk" }, capital: rupees(200_000) };
    const outcome = runBacktest([bars([{}, {}], "A"), bars([{}, {}], "B")], strategy, settings);
    expect(outcome.trades.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([["A", 200]]);
    expect(outcome.lost.no_shares).toBe(1);
  });

  it("processes all shares in time order, whatever bars each of them has", () => {
    const seen: string[] = [];
    const strategy: Strategy<null> = {
      name: "watch",
      start: () => null,
      step(_, event) {
        seen.push(event.kind === "bar" ? `${event.symbol} ${barTimeText(event.minute).slice(11)}` : `day ${event.day}`);
        return NO_DECISIONS;
      },
    };
    const late = bars([{}, {}], "B", minuteAt(9, 16));
    const other = bars([{}], "C", minuteAt(9, 15, SOME_DAY + 1));
    const { bars: count, days } = runBacktest([bars([{}, {}], "A"), late, other], strategy, free);
    const first = [`day ${SOME_DAY}`, "0 09:15", "0 09:16", "1 09:16", "1 09:17"];
    expect(seen).toEqual([...first, `day ${SOME_DAY + 1}`, "2 09:15"]);
    expect([count, days.length]).toEqual([5, 2]);
  });

  it("values open positions at each day's last close", () => {
    const two = seriesOf("TEST", [
      flatBar(minuteAt(9, 15), 100_000),
      flatBar(minuteAt(9, 16), 100_000),
      flatBar(minuteAt(9, 15, SOME_DAY + 1), 101_000),
    ]);
    const { days } = runBacktest([two], script({ 0: enter() }), { ...free, capital: paise(10_000_000) });
    expect(days.map(({ equity }) => equity)).toEqual([10_000_000, 10_100_000]);
  });

  it("returns an empty result without bars", () => {
    expect(runBacktest([bars([])], script({}), free)).toMatchObject({ bars: 0, trades: [], days: [] });
  });
});
