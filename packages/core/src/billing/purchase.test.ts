import { aSubscriptionPeriod } from "@vriddhi/testing/subscription-builder";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paise, rupees } from "../shared/money.ts";
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later } from "../time/clock.ts";
import { bandAt, LEVELS, PLAN_NAMES, type PlanName, planLengthMs, TRIAL_BAND, TRIAL_PLAN } from "./plans.ts";
import { type PeriodChanges, type Purchase, placePurchase, withdrawPurchase } from "./purchase.ts";
import { coveredUntil, type SubscriptionPeriod, subscriptionAt } from "./subscription.ts";

const now = epochMs(Date.parse("2026-11-16T09:15:00+05:30"));
const month = (band: Paise): Purchase => ({ plan: "MONTHLY", lengthMs: 30 * DAY_MS, band });
const period = (id: string, fromDays: number, days: number, band = rupees(50_000), plan = "MONTHLY") =>
  aSubscriptionPeriod({
    id,
    plan,
    band,
    startsAt: later(now, fromDays * DAY_MS),
    endsAt: later(now, (fromDays + days) * DAY_MS),
  });
const inDays = (instant: EpochMs | undefined) => (instant === undefined ? null : (instant - now) / DAY_MS);

/** As the store would: rows change, come and go. */
function applied(
  periods: readonly SubscriptionPeriod[],
  changes: PeriodChanges,
  purchase: Purchase | null,
  id: string,
): readonly SubscriptionPeriod[] {
  const moved = new Map(changes.moved.map((row) => [row.id, row]));
  const rest = periods
    .filter((row) => !changes.dropped.includes(row.id))
    .map((row) => ({ ...row, ...(moved.get(row.id) ?? {}) }));
  const continued = changes.continued.flatMap(({ of, ...span }, index) => {
    const whole = periods.find((row) => row.id === of);
    return whole ? [{ ...whole, ...span, id: `${of}+${id}.${index}` }] : [];
  });
  const { bought } = changes;
  const added =
    bought && purchase ? [aSubscriptionPeriod({ ...bought, id, plan: purchase.plan, band: purchase.band })] : [];
  return [...rest, ...continued, ...added];
}

describe("a purchase", () => {
  it("starts at once when nothing runs", () => {
    expect(placePurchase([], month(rupees(50_000)), now)).toEqual({
      bought: { startsAt: now, endsAt: later(now, 30 * DAY_MS) },
      moved: [],
      continued: [],
      dropped: [],
    });
    const old = period("old", -60, 30);
    expect(inDays(placePurchase([old], month(rupees(50_000)), now).bought?.startsAt)).toBe(0);
  });

  it("appends while the same or a higher band runs, behind everything bought before", () => {
    const running = [period("one", -10, 30), period("two", 20, 90)];
    for (const band of [rupees(50_000), TRIAL_BAND]) {
      const changes = placePurchase(running, month(band), now);
      expect(inDays(changes.bought?.startsAt)).toBe(110);
      expect([changes.moved, changes.continued]).toEqual([[], []]);
    }
  });

  it("starts at once with a higher band, and the unused days follow at their old one", () => {
    const running = [period("one", -10, 30), period("two", 20, 90)];
    const higher = month(rupees(500_000));
    const after = applied(running, placePurchase(running, higher, now), higher, "new");
    expect(after.map(({ id, startsAt, endsAt, band }) => [id, inDays(startsAt), inDays(endsAt), band])).toEqual([
      ["one", -10, 0, rupees(50_000)],
      ["two", 50, 140, rupees(50_000)],
      ["one+new.0", 30, 50, rupees(50_000)],
      ["new", 0, 30, rupees(500_000)],
    ]);
    expect(subscriptionAt(after, now)).toMatchObject({ status: "active", daysRemaining: 140 });
    expect(subscriptionAt(after, now).period?.band).toBe(rupees(500_000));
    expect(subscriptionAt(after, later(now, 31 * DAY_MS)).period?.band).toBe(rupees(50_000));
  });

  it("[A9.5] starts at once during the trial whatever its band, and the trial's rest follows", () => {
    const trial = [period("trial", -2, 7, TRIAL_BAND, TRIAL_PLAN)];
    const bought = month(rupees(50_000));
    const after = applied(trial, placePurchase(trial, bought, now), bought, "new");
    expect(subscriptionAt(after, now)).toMatchObject({ daysRemaining: 35, period: { plan: "MONTHLY" } });
    expect(subscriptionAt(after, later(now, 30 * DAY_MS)).period?.plan).toBe(TRIAL_PLAN);
  });

  it("moves a period that begins in this very instant as a whole, without an empty rest", () => {
    const begun = [period("one", 0, 30)];
    const { moved, continued } = placePurchase(begun, month(rupees(500_000)), now);
    expect([moved.map(({ startsAt }) => inDays(startsAt)), continued]).toEqual([[30], []]);
  });

  it("over leap day and month ends is days long, not months", () => {
    for (const text of ["2028-02-15T10:00:00+05:30", "2027-01-31T23:59:59.999+05:30", "2026-12-31T18:30:00Z"]) {
      const at = epochMs(Date.parse(text));
      const { bought } = placePurchase(
        [],
        { plan: "ANNUALLY", lengthMs: planLengthMs("ANNUALLY"), band: rupees(50_000) },
        at,
      );
      expect((bought?.endsAt ?? 0) - at).toBe(365 * DAY_MS);
    }
  });
});

describe("money that went back", () => {
  it("ends what runs and moves up what follows", () => {
    const rows = [period("one", -10, 30), period("two", 20, 90), period("three", 110, 30)];
    const changes = withdrawPurchase(rows, ({ id }) => id === "one", now);
    const after = applied(rows, changes, null, "");
    expect(after.map(({ id, startsAt, endsAt }) => [id, inDays(startsAt), inDays(endsAt)])).toEqual([
      ["one", -10, 0],
      ["two", 0, 90],
      ["three", 90, 120],
    ]);
  });

  it("takes away what had not begun, and leaves the past alone", () => {
    const rows = [period("past", -60, 30), period("one", -10, 30), period("two", 20, 90)];
    expect(withdrawPurchase(rows, ({ id }) => id === "two", now)).toMatchObject({ dropped: ["two"], moved: [] });
    expect(withdrawPurchase(rows, ({ id }) => id === "past", now)).toMatchObject({ dropped: [], moved: [] });
  });
});

const wishes = fc.array(
  fc.record({
    afterHours: fc.integer({ min: 0, max: 24 * 60 }),
    plan: fc.constantFrom(...PLAN_NAMES),
    level: fc.constantFrom(...LEVELS),
    isTrial: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

/** Rows in the order of time, none empty and none over another. */
function expectOrder(rows: readonly SubscriptionPeriod[]): void {
  const sorted = rows.toSorted((a, b) => a.startsAt - b.startsAt);
  for (const [place, row] of sorted.entries()) {
    expect(row.startsAt < row.endsAt).toBe(true);
    expect((sorted[place - 1]?.endsAt ?? row.startsAt) <= row.startsAt).toBe(true);
  }
}

const toPurchase = ({ plan, level, isTrial }: { plan: PlanName; level: number; isTrial: boolean }): Purchase =>
  isTrial
    ? { plan: TRIAL_PLAN, lengthMs: 7 * DAY_MS, band: TRIAL_BAND }
    : { plan, lengthMs: planLengthMs(plan), band: bandAt(level).band };

describe("whatever is bought, and whenever", () => {
  it("[A3.3] nothing that was paid for is lost or doubled, and nothing overlaps", () => {
    fc.assert(
      fc.property(wishes, (bought) => {
        let rows: readonly SubscriptionPeriod[] = [];
        let at = now;
        let owedMs = 0;
        for (const [index, wish] of bought.entries()) {
          const waitedMs = wish.afterHours * HOUR_MS;
          at = later(at, waitedMs);
          const purchase = toPurchase({ ...wish, isTrial: wish.isTrial && index === 0 });
          const before = subscriptionAt(rows, at);
          rows = applied(rows, placePurchase(rows, purchase, at), purchase, `p${index}`);
          owedMs = Math.max(0, owedMs - waitedMs) + purchase.lengthMs;
          expect(coveredUntil(rows, at) - at).toBe(owedMs);
          expectOrder(rows);
          const isAtOnce =
            before.status !== "active" ||
            before.period?.plan === TRIAL_PLAN ||
            purchase.band > (before.period?.band ?? 0);
          expect(subscriptionAt(rows, at).period?.id === `p${index}`).toBe(isAtOnce);
        }
      }),
    );
  });
});
