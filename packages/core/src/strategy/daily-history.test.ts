import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { appendSession, createHistory, type DaySummary, factsOf } from "./daily-history.ts";

function rowsOf(seed: number, days: number): readonly DaySummary[] {
  const random = createSeededRandom(seed);
  return Array.from({ length: days }, () => {
    const [open, close] = [random.int(90_000, 110_000), random.int(90_000, 110_000)];
    return {
      share: 0,
      open,
      high: Math.max(open, close) + random.int(0, 2_000),
      low: Math.min(open, close) - random.int(0, 2_000),
      close,
      turnover: random.int(1_000, 9_000),
      rangeTurnover: random.int(100, 900),
    };
  });
}

function averageTrueRange(rows: readonly DaySummary[]): number {
  const ranges = rows.slice(1).map(({ high, low }, place) => {
    const before = rows[place]?.close ?? 0;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
  const first = ranges.slice(0, 14).reduce((sum, range) => sum + range, 0) / 14;
  return ranges.slice(14).reduce((average, range) => (average * 13 + range) / 14, first);
}

describe("the daily history", () => {
  it("derives a share's facts from earlier sessions", () => {
    const rows = rowsOf(1, 40);
    const history = createHistory(1);
    for (const row of rows) appendSession(history, [row]);
    const last20 = rows.slice(-20);
    const turnovers = last20.map(({ turnover }) => turnover).sort((one, other) => one - other);
    const opening = rows.slice(-14).reduce((sum, { rangeTurnover }) => sum + rangeTurnover, 0) / 14;
    expect(factsOf(history)).toEqual([
      {
        share: 0,
        previousClose: rows[39]?.close,
        atr: Math.round(averageTrueRange(rows)),
        medianTurnover: Math.round(((turnovers[9] ?? 0) + (turnovers[10] ?? 0)) / 2),
        lastTurnover: rows[39]?.turnover,
        rangeTurnover: Math.round(opening),
        high20: Math.max(...last20.map(({ high }) => high)),
        low20: Math.min(...last20.map(({ low }) => low)),
        close2: rows[38]?.close,
        close6: rows[34]?.close,
        close21: rows[19]?.close,
        lastHigh: rows[39]?.high,
        lastLow: rows[39]?.low,
      },
    ]);
  });

  it("has no facts of a share with fewer than 21 sessions, or one that missed the last", () => {
    const history = createHistory(1);
    const [first, ...others] = rowsOf(2, 21);
    for (const row of others) appendSession(history, [row]);
    expect(factsOf(history)).toEqual([]);
    if (first) appendSession(history, [first]);
    expect(factsOf(history)).toHaveLength(1);
    appendSession(history, []);
    expect(factsOf(history)).toEqual([]);
  });
});
