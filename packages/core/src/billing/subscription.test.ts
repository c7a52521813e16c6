import { aSubscriptionPeriod } from "@vriddhi/testing/subscription-builder";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later } from "../time/clock.ts";
import { partStateOf, type SubscriptionPeriod, subscriptionAt } from "./subscription.ts";

const start = epochMs(Date.parse("2026-11-16T09:15:00+05:30"));
const month = aSubscriptionPeriod({ startsAt: start });
const end = later(start, 30 * DAY_MS);
const covers = (period: SubscriptionPeriod, now: EpochMs): boolean => period.startsAt <= now && now < period.endsAt;

describe("a subscription's status [A3.3] [A7.9]", () => {
  it("is inactive without any period", () => {
    expect(subscriptionAt([], start)).toEqual({
      status: "inactive",
      period: null,
      running: null,
      following: [],
      cover: null,
      daysRemaining: 0,
      hoursRemaining: 0,
    });
  });

  it.each([
    ["a millisecond before it begins", later(start, -1), "pending", 0, 0],
    ["when it begins", start, "active", 30, 0],
    ["a millisecond later", later(start, 1), "active", 29, 23],
    ["a day before its end", later(end, -DAY_MS), "active", 1, 0],
    ["an hour before its end", later(end, -HOUR_MS), "active", 0, 1],
    ["a millisecond before its end", later(end, -1), "active", 0, 0],
    ["at its end", end, "expired", 0, 0],
    ["long after", later(end, 365 * DAY_MS), "expired", 0, 0],
  ] as const)("%s", (_case, now, status, daysRemaining, hoursRemaining) => {
    expect(subscriptionAt([month], now)).toEqual({
      status,
      period: month,
      running: status === "active" ? month : null,
      following: [],
      cover: { startsAt: start, endsAt: end },
      daysRemaining,
      hoursRemaining,
    });
  });

  it("counts a renewal bought early as time remaining, at the running period's band", () => {
    const renewal = aSubscriptionPeriod({ id: "period-2", startsAt: end });

    expect(subscriptionAt([renewal, month], start)).toMatchObject({ period: month, daysRemaining: 60 });
    expect(subscriptionAt([renewal, month], end)).toMatchObject({ period: renewal, daysRemaining: 30 });
  });

  it("[A3.3] is the unbroken cover, from its start to the last paid day, with the following periods in order", () => {
    const before = aSubscriptionPeriod({ id: "before", startsAt: later(start, -30 * DAY_MS), endsAt: start });
    const longAgo = aSubscriptionPeriod({ id: "long ago", startsAt: later(start, -90 * DAY_MS) });
    const [second, third] = [
      aSubscriptionPeriod({ id: "second", startsAt: end, endsAt: later(end, 90 * DAY_MS) }),
      aSubscriptionPeriod({ id: "third", startsAt: later(end, 90 * DAY_MS) }),
    ];
    expect(subscriptionAt([third, month, longAgo, second, before], later(start, DAY_MS))).toMatchObject({
      running: month,
      following: [second, third],
      cover: { startsAt: before.startsAt, endsAt: third.endsAt },
      daysRemaining: 149,
    });
    expect(subscriptionAt([third, month, longAgo, second, before], third.endsAt)).toMatchObject({
      status: "expired",
      period: third,
      running: null,
      cover: { startsAt: before.startsAt, endsAt: third.endsAt },
    });
  });

  it("ignores periods after a gap, and is pending in it", () => {
    const afterGap = aSubscriptionPeriod({ id: "period-2", startsAt: later(end, 1) });

    expect(subscriptionAt([month, afterGap], start).daysRemaining).toBe(30);
    expect(subscriptionAt([month, afterGap], end)).toMatchObject({ period: afterGap, status: "pending" });
  });

  it("shows the earliest of several future periods", () => {
    const soon = aSubscriptionPeriod({ id: "soon", startsAt: later(start, DAY_MS) });
    const late = aSubscriptionPeriod({ id: "late", startsAt: later(start, 60 * DAY_MS) });

    expect(subscriptionAt([late, soon], start).period).toBe(soon);
  });

  it("shows the period that ended last, even if another began later", () => {
    const trial = aSubscriptionPeriod({
      id: "trial",
      startsAt: later(start, DAY_MS),
      endsAt: later(start, 8 * DAY_MS),
    });

    expect(subscriptionAt([month, trial], end).period).toBe(month);
  });
});

describe("a part of a purchase", () => {
  it("is future, running or past", () => {
    const at = (...instants: readonly EpochMs[]) => instants.map((instant) => partStateOf(month, instant));
    expect(at(later(start, -1), start, later(end, -1), end)).toEqual(["to_come", "running", "running", "past"]);
  });
});

const periods = fc
  .array(fc.tuple(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 0, max: 800 })), { maxLength: 8 })
  .map((spans) =>
    spans.map(([from, hours], index) =>
      aSubscriptionPeriod({
        id: `period-${index}`,
        startsAt: later(start, from * HOUR_MS),
        endsAt: later(start, (from + hours) * HOUR_MS),
      }),
    ),
  );
const instants = fc.integer({ min: -2_500 * HOUR_MS, max: 3_000 * HOUR_MS }).map((offset) => later(start, offset));

describe("any set of a user's periods [A3.3] [A7.9]", () => {
  it("is active exactly when some period covers now, and shows that one", () => {
    fc.assert(
      fc.property(periods, instants, (bought, now) => {
        const view = subscriptionAt(bought, now);
        expect(view.status === "active").toBe(bought.some((period) => covers(period, now)));
        if (view.status === "active") expect(view.period !== null && covers(view.period, now)).toBe(true);
      }),
    );
  });

  it("is pending exactly when no period runs and a future one exists, and inactive only without any period", () => {
    fc.assert(
      fc.property(periods, instants, (bought, now) => {
        const { status } = subscriptionAt(bought, now);
        const isRunning = bought.some((period) => covers(period, now));
        const isToCome = bought.some((period) => period.startsAt > now);
        expect(status === "pending").toBe(!isRunning && isToCome);
        expect(status === "inactive").toBe(bought.length === 0);
      }),
    );
  });

  it("has hours between 0 and 23 and whole days; nothing remains when nothing runs", () => {
    fc.assert(
      fc.property(periods, instants, (bought, now) => {
        const { status, daysRemaining, hoursRemaining } = subscriptionAt(bought, now);
        expect(Number.isInteger(daysRemaining) && daysRemaining >= 0).toBe(true);
        expect(Number.isInteger(hoursRemaining) && hoursRemaining >= 0 && hoursRemaining <= 23).toBe(true);
        if (status !== "active") expect([daysRemaining, hoursRemaining]).toEqual([0, 0]);
      }),
    );
  });

  it("is covered without a gap for the remaining time, and ends within the hour after", () => {
    fc.assert(
      fc.property(periods, instants, (bought, now) => {
        const { status, daysRemaining, hoursRemaining } = subscriptionAt(bought, now);
        fc.pre(status === "active");
        const promised = later(now, daysRemaining * DAY_MS + hoursRemaining * HOUR_MS);
        const edges = bought.flatMap((period) => [period.startsAt, period.endsAt]);
        for (const moment of [now, ...edges.filter((edge) => now < edge && edge < promised)]) {
          expect(bought.some((period) => covers(period, moment))).toBe(true);
        }
        const within = edges.filter((edge) => promised <= edge && edge < later(promised, HOUR_MS));
        expect(within.some((edge) => !bought.some((period) => covers(period, edge)))).toBe(true);
      }),
    );
  });

  it("does not depend on row order", () => {
    fc.assert(
      fc.property(periods, instants, (bought, now) => {
        const { status, daysRemaining, hoursRemaining } = subscriptionAt(bought.toReversed(), now);
        expect(subscriptionAt(bought, now)).toMatchObject({ status, daysRemaining, hoursRemaining });
      }),
    );
  });

  it("lasts, without gaps, as long as all its periods together", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }), (days) => {
        let startsAt = start;
        const chain = days.map((length, index) => {
          const period = aSubscriptionPeriod({ id: `${index}`, startsAt, endsAt: later(startsAt, length * DAY_MS) });
          startsAt = period.endsAt;
          return period;
        });
        const total = days.reduce((sum, length) => sum + length, 0);
        expect(subscriptionAt(chain, start)).toMatchObject({ daysRemaining: total, hoursRemaining: 0 });
        expect(subscriptionAt(chain, startsAt).status).toBe("expired");
      }),
    );
  });
});
