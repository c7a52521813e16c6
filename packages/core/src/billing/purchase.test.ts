import { aSubscriptionPeriod } from "@vriddhi/testing/subscription-builder";
import { describe, expect, it } from "vitest";
import { type Paise, rupees } from "../shared/money.ts";
import { DAY_MS, type EpochMs, epochMs, later } from "../time/clock.ts";
import { bandAt, planLengthMs, TRIAL_BAND, TRIAL_PLAN } from "./plans.ts";
import { type Purchase, placePurchase, withdrawPurchase } from "./purchase.ts";
import { applyChanges, movedPurchases, previewPurchase } from "./purchase-preview.ts";
import { type SubscriptionPeriod, subscriptionAt } from "./subscription.ts";

const now = epochMs(Date.parse("2026-11-16T09:15:00+05:30"));
const month = (band: Paise): Purchase => ({ plan: "MONTHLY", lengthMs: 30 * DAY_MS, band });
const [low, middle, high] = [bandAt(1).band, bandAt(2).band, bandAt(4).band];

const period = (id: string, fromDays: number, days: number, band = low, plan = "MONTHLY") =>
  aSubscriptionPeriod({
    id,
    plan,
    band,
    startsAt: later(now, fromDays * DAY_MS),
    endsAt: later(now, (fromDays + days) * DAY_MS),
  });
const inDays = (instant: EpochMs | undefined) => (instant === undefined ? null : (instant - now) / DAY_MS);

function bought(
  rows: readonly SubscriptionPeriod[],
  purchase: Purchase,
  id = "new",
  at = now,
): readonly SubscriptionPeriod[] {
  const changes = placePurchase(rows, purchase, at);
  const { startsAt = at, endsAt = at } = changes.bought ?? {};
  const row = aSubscriptionPeriod({ id, plan: purchase.plan, band: purchase.band, startsAt, endsAt });
  return applyChanges(rows, changes, row, (of) => `${of}+`);
}

const rowsOf = (rows: readonly SubscriptionPeriod[]) =>
  rows.map(({ id, startsAt, endsAt }) => [id, inDays(startsAt), inDays(endsAt)]);

describe("purchases that a new purchase moves", () => {
  const moves = (before: readonly SubscriptionPeriod[], after: readonly SubscriptionPeriod[]) =>
    movedPurchases(before, after, now).map(({ band, from, to }) => [
      band,
      [inDays(from.startsAt), inDays(from.endsAt)],
      [inDays(to.startsAt), inDays(to.endsAt)],
    ]);

  it("are the running purchase, whose rest follows later, and each purchase behind it", () => {
    const rows = [period("runs", -10, 30, middle), period("waits", 20, 90, low)];
    expect(moves(rows, bought(rows, month(high)))).toEqual([
      [middle, [-10, 20], [30, 50]],
      [low, [20, 110], [50, 140]],
    ]);
  });

  it("are none when the new purchase waits behind them", () => {
    const rows = [period("over", -60, 30, low), period("runs", -10, 30, high)];
    expect(moves(rows, bought(rows, month(low)))).toEqual([]);
  });

  it("include a purchase of which only the start or the end changes", () => {
    const before = [period("a", 10, 20), period("b", 30, 30, high)];
    expect(moves(before, [period("a", 10, 25), period("b", 35, 25, high)])).toEqual([
      [low, [10, 30], [10, 35]],
      [high, [30, 60], [35, 60]],
    ]);
  });
});

describe("a purchase", () => {
  it("starts at once when no period runs", () => {
    expect(placePurchase([], month(low), now)).toEqual({
      bought: { startsAt: now, endsAt: later(now, 30 * DAY_MS) },
      moved: [],
      continued: [],
      dropped: [],
    });
    expect(inDays(placePurchase([period("old", -60, 30)], month(low), now).bought?.startsAt)).toBe(0);
  });

  it("[A3.3] renews directly behind the running period, before any waiting lower band", () => {
    const rows = [period("high", -10, 30, high), period("rest", 20, 25, middle), period("lowest", 45, 90, low)];
    expect(rowsOf(bought(rows, month(high)))).toEqual([
      ["high", -10, 20],
      ["new", 20, 50],
      ["rest", 50, 75],
      ["lowest", 75, 165],
    ]);
  });

  it("waits behind every period of its own band and above", () => {
    const rows = [period("one", -10, 30, middle), period("two", 20, 90, low)];
    expect(rowsOf(bought(rows, month(low)))).toEqual([
      ["one", -10, 20],
      ["two", 20, 110],
      ["new", 110, 140],
    ]);
    expect(rowsOf(bought(rows, month(middle))).map(([id]) => id)).toEqual(["one", "new", "two"]);
  });

  it("starts at once with a higher band, and the unused days follow at their old one", () => {
    const rows = [period("one", -10, 30), period("two", 20, 90)];
    const after = bought(rows, month(high));
    expect(rowsOf(after)).toEqual([
      ["one", -10, 0],
      ["new", 0, 30],
      ["one+", 30, 50],
      ["two", 50, 140],
    ]);
    expect(subscriptionAt(after, now)).toMatchObject({
      status: "active",
      running: { band: high },
      daysRemaining: 140,
      cover: { startsAt: later(now, -10 * DAY_MS), endsAt: later(now, 140 * DAY_MS) },
    });
    expect(subscriptionAt(after, later(now, 31 * DAY_MS)).running?.band).toBe(low);
  });

  it("[A9.5] starts at once during the trial whatever its band, and the trial's rest comes last", () => {
    const trial = [period("trial", -2, 7, TRIAL_BAND, TRIAL_PLAN)];
    const after = bought(bought(trial, month(low), "first"), month(low), "second");
    expect(rowsOf(after)).toEqual([
      ["trial", -2, 0],
      ["first", 0, 30],
      ["second", 30, 60],
      ["trial+", 60, 65],
    ]);
  });

  it("moves a period that begins at this instant as a whole, without an empty rest", () => {
    const { moved, continued } = placePurchase([period("one", 0, 30)], month(high), now);
    expect([moved.map(({ startsAt }) => inDays(startsAt)), continued]).toEqual([[30], []]);
  });

  it("over leap day and month ends is measured in days, not months", () => {
    for (const text of ["2028-02-15T10:00:00+05:30", "2027-01-31T23:59:59.999+05:30", "2026-12-31T18:30:00Z"]) {
      const at = epochMs(Date.parse(text));
      const year = { plan: "ANNUALLY", lengthMs: planLengthMs("ANNUALLY"), band: low };
      expect((placePurchase([], year, at).bought?.endsAt ?? 0) - at).toBe(365 * DAY_MS);
    }
  });
});

describe("a refund", () => {
  it("ends the running period and moves up the next ones", () => {
    const rows = [period("one", -10, 30), period("two", 20, 90), period("three", 110, 30)];
    const changes = withdrawPurchase(rows, ({ id }) => id === "one", now);
    expect(rowsOf(applyChanges(rows, changes, null, String))).toEqual([
      ["one", -10, 0],
      ["two", 0, 90],
      ["three", 90, 120],
    ]);
  });

  it("of an upgrade resumes the period that the upgrade interrupted", () => {
    const rows = [
      period("one", -10, 5),
      period("higher", -5, 30, high),
      { ...period("one+", 25, 25), purchaseId: "one" },
    ];
    const changes = withdrawPurchase(rows, ({ id }) => id === "higher", now);
    expect(rowsOf(applyChanges(rows, changes, null, String))).toEqual([
      ["one", -10, -5],
      ["higher", -5, 0],
      ["one+", 0, 25],
    ]);
  });

  it("removes periods that have not begun, and keeps past ones", () => {
    const rows = [period("past", -60, 30), period("one", -10, 30), period("two", 20, 90)];
    expect(withdrawPurchase(rows, ({ id }) => id === "two", now)).toMatchObject({ dropped: ["two"], moved: [] });
    expect(withdrawPurchase(rows, ({ id }) => id === "past", now)).toMatchObject({ dropped: [], moved: [] });
  });
});

describe("a purchase preview", () => {
  it("shows the new period, and that the running one continues", () => {
    const seen = previewPurchase([period("one", -10, 30), period("two", 20, 90)], month(low), now);
    expect([inDays(seen.bought.startsAt), inDays(seen.bought.endsAt), inDays(seen.coveredUntil)]).toEqual([
      110, 140, 140,
    ]);
    expect(seen.running).toMatchObject({ period: { id: "one" }, pausedUntil: null, endsAt: later(now, 20 * DAY_MS) });
  });

  it("shows that the running period pauses for a higher band, and when it resumes and ends", () => {
    const seen = previewPurchase([period("one", -10, 30)], month(high), now);
    expect(inDays(seen.bought.startsAt)).toBe(0);
    expect(seen.running).toMatchObject({
      pausedUntil: later(now, 30 * DAY_MS),
      endsAt: later(now, 50 * DAY_MS),
    });
    expect(seen.timeline.map(({ startsAt, isThisPurchase }) => [inDays(startsAt), isThisPurchase])).toEqual([
      [0, true],
      [30, false],
    ]);
  });

  it("shows only the new purchase when no period runs", () => {
    const seen = previewPurchase([period("old", -60, 30)], month(rupees(50_000)), now);
    expect(seen.running).toBeNull();
    expect(seen.timeline).toMatchObject([{ isThisPurchase: true, startsAt: now }]);
  });
});
