import { describe, expect, it } from "vitest";
import { crossesOf, dotsOf, groupsOf, median, type Outcome, type Report, sentWithin, ticksOf } from "./dispersion.ts";

const MADE = "2026-11-16T05:12:07.000Z";
const after = (ms: number): string => new Date(Date.parse(MADE) + ms).toISOString();
const outcome = (id: string, part: Partial<Outcome>): Outcome => ({
  account_id: id,
  broker: "zerodha",
  outcome: "order",
  reason: null,
  status: "filled",
  quantity: 10,
  filled: 10,
  average_price_paise: 117_300,
  sent_at: after(100),
  ...part,
});
const outcomes = [
  outcome("a", {}),
  outcome("b", { sent_at: after(300), average_price_paise: 117_500 }),
  outcome("c", {
    status: "rejected",
    filled: 0,
    average_price_paise: null,
    reason: "refused_by_broker",
    sent_at: after(900),
  }),
  outcome("d", {
    outcome: "skipped",
    status: null,
    filled: null,
    average_price_paise: null,
    reason: "too_small",
    sent_at: null,
  }),
];
const report: Report = {
  signal: {
    id: "signal-17",
    desk: "angelone",
    trading_day: "2026-11-16",
    symbol: "INFY",
    side: "buy",
    price_paise: 117_240,
    made_at: MADE,
    valid_until: after(20_000),
    sentence: "INFY broke out.",
  },
  summary: {
    accounts: 4,
    orders: 3,
    skipped: 1,
    without_outcome: 0,
    first_sent_at: after(100),
    last_sent_at: after(900),
    spread_ms: 800,
    filled_accounts: 2,
    filled_quantity: 20,
    best_price_paise: 117_300,
    worst_price_paise: 117_500,
    mean_price_paise: 117_400,
    price_deviation_paise: 100,
    reasons: [],
  },
  outcomes,
};

describe("a fan-out report", () => {
  it("draws one dot for each fill and one cross for each refusal", () => {
    expect(dotsOf(report)).toEqual([
      { accountId: "a", afterMs: 100, pricePaise: 117_300 },
      { accountId: "b", afterMs: 300, pricePaise: 117_500 },
    ]);
    expect(crossesOf(report)).toEqual([{ accountId: "c", afterMs: 900 }]);
  });

  it("counts every account once", () => {
    const groups = groupsOf(outcomes);
    expect(groups.map(({ group, count }) => [group, count])).toEqual([
      ["filled", 2],
      ["refused", 1],
      ["skipped", 1],
    ]);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(report.summary.accounts);
  });

  it("computes when half of the requests were sent", () => {
    expect([sentWithin(report, 0.5), sentWithin(report, 0.99)]).toEqual([300, 900]);
    expect(sentWithin({ ...report, outcomes: [] }, 0.5)).toBeNull();
    expect([median([]), median([3, 1, 2]), median([1, 2])]).toEqual([null, 2, 1.5]);
  });

  it("has axes of whole steps around everything", () => {
    expect(ticksOf(117_171, 117_620)).toEqual([117_100, 117_200, 117_300, 117_400, 117_500, 117_600, 117_700]);
    expect(ticksOf(5, 5).length).toBeGreaterThan(1);
  });
});
