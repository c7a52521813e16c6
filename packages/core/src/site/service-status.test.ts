import { describe, expect, it } from "vitest";
import { epochMs, later, MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import { marketStateAt } from "../time/market-state.ts";
import { nseCalendar } from "../time/trading-calendar.ts";
import {
  assessService,
  faultsBySeverity,
  type SeenPart,
  type ServiceFacts,
  type ServicePart,
  UNSEEN,
  watchPart,
  withoutDatabase,
} from "./service-status.ts";

const DAY = istDate("2026-11-16");
const at = (hour: number, minute: number, day = DAY) => istInstant(day, istMinute(hour, minute));
const NOW = at(10, 0);

function factsAt(now = NOW, changes: Partial<ServiceFacts> = {}): ServiceFacts {
  return {
    at: now,
    speed: 1,
    market: marketStateAt(nseCalendar, now),
    feeds: [{ desk: "fyers", lastTickAt: later(now, -SECOND_MS) }],
    brokers: [{ broker: "zerodha", connected: 98, unavailable: 2, sent: 50, answered: 50 }],
    orders: { day: DAY, ageMs: MINUTE_MS, p50Ms: 300, p99Ms: 900 },
    bucketsWithoutWorker: 0,
    mornings: { day: DAY, ready: 97, waiting: 3 },
    mailAgeMs: null,
    paymentAgeMs: null,
    ...changes,
  };
}

const faultsIn = (facts: ServiceFacts, before?: ServiceFacts) => faultsBySeverity(assessService(facts, before));
const partOf = (facts: ServiceFacts, part: ServicePart) => assessService(facts).find((each) => each.part === part);

describe("the parts of the service", () => {
  it("all work while every figure is normal, and report ratios instead of counts", () => {
    expect(faultsIn(factsAt())).toEqual([]);
    expect(partOf(factsAt(), "broker_zerodha")?.figures).toEqual({ log_ins: 0.98, answered: 1 });
    expect(partOf(factsAt(), "orders")?.figures).toEqual({ p50_ms: 300, p99_ms: 900 });
    expect(partOf(factsAt(), "mornings")?.figures).toEqual({ ready: 0.97 });
  });

  it("never round a ratio up to 1", () => {
    const mornings = { day: DAY, ready: 1_999, waiting: 1 };
    expect(partOf(factsAt(NOW, { mornings }), "mornings")?.figures).toEqual({ ready: 0.99 });
  });

  it("have a fault when a feed is silent in the open market, since its last tick", () => {
    const lastTickAt = later(NOW, -11 * SECOND_MS);
    const silent = factsAt(NOW, { feeds: [{ desk: "angelone", lastTickAt }] });
    expect(partOf(silent, "feed_angelone")).toMatchObject({ state: "fault", faultSince: lastTickAt });
  });

  it("count a feed's silence from the opening, not from yesterday's last tick", () => {
    const feeds = [{ desk: "fyers", lastTickAt: at(15, 29, istDate("2026-11-13")) }] as const;
    expect(faultsIn(factsAt(later(at(9, 15), 9 * SECOND_MS), { feeds }))).toEqual([]);
    expect(faultsIn(factsAt(later(at(9, 15), 11 * SECOND_MS), { feeds }))).toEqual(["feed_fyers"]);
  });

  it("after a clock jump, report a feed as silent only if no tick came since the previous read", () => {
    const feeds = (lastTickAt: number) => [{ desk: "fyers" as const, lastTickAt: epochMs(lastTickAt) }];
    const before = factsAt(later(NOW, -MINUTE_MS), { feeds: feeds(NOW - MINUTE_MS) });
    expect(faultsIn(factsAt(NOW, { feeds: feeds(NOW - 20 * SECOND_MS) }), before)).toEqual([]);
    expect(faultsIn(factsAt(NOW, { feeds: feeds(NOW - MINUTE_MS) }), before)).toEqual(["feed_fyers"]);
    const justBefore = factsAt(later(NOW, -10 * SECOND_MS), { feeds: feeds(NOW - MINUTE_MS) });
    expect(faultsIn(factsAt(NOW, { feeds: feeds(NOW - 11 * SECOND_MS) }), justBefore)).toEqual(["feed_fyers"]);
  });

  it.each([
    ["after the close", at(15, 30), "closed"],
    ["on a Sunday", at(11, 0, istDate("2026-11-15")), "closed"],
  ] as const)("report a closed market and no fault %s", (_, now, state) => {
    const facts = factsAt(now, {
      feeds: [{ desk: "fyers", lastTickAt: null }],
      brokers: [],
      orders: null,
      bucketsWithoutWorker: 8,
    });
    expect(faultsIn(facts)).toEqual([]);
    expect(partOf(facts, "feed_fyers")?.state).toBe(state);
    expect(partOf(facts, "broker_fyers")?.state).toBe(state);
    expect(partOf(facts, "orders")?.state).toBe(state);
  });

  it("have a fault for each figure beyond its limit, the worst for customers first", () => {
    const ill = factsAt(NOW, {
      orders: { day: DAY, ageMs: MINUTE_MS, p50Ms: 300, p99Ms: 5_001 },
      brokers: [
        { broker: "zerodha", connected: 79, unavailable: 21, sent: 0, answered: 0 },
        { broker: "fyers", connected: 0, unavailable: 0, sent: 10, answered: 7 },
      ],
      mornings: { day: DAY, ready: 94, waiting: 6 },
      mailAgeMs: 5 * MINUTE_MS + 1,
      paymentAgeMs: 10 * MINUTE_MS + 1,
    });
    expect(faultsIn(ill)).toEqual(["orders", "broker_fyers", "broker_zerodha", "mornings", "payments", "mail"]);
  });

  it("ignore a delay of orders after ten minutes, and report accounts without a worker", () => {
    const orders = { day: DAY, ageMs: 10 * MINUTE_MS + 1, p50Ms: 300, p99Ms: 9_000 };
    expect(faultsIn(factsAt(NOW, { orders }))).toEqual([]);
    expect(faultsIn(factsAt(NOW, { bucketsWithoutWorker: 1 }))).toEqual(["orders"]);
  });

  it("report only a fault of the website while the database is unavailable", () => {
    const parts = withoutDatabase(assessService(factsAt()), NOW);
    expect(faultsBySeverity(parts)).toEqual(["website"]);
    expect(parts.filter(({ state }) => state !== "unknown").map(({ part }) => part)).toEqual(["website"]);
    expect(parts).toHaveLength(assessService(factsAt()).length);
  });
});

describe("an incident", () => {
  interface Look {
    readonly s: number;
    readonly isFault: boolean;
  }

  /** What is recorded, with its second. */
  function record(looks: readonly Look[], first: SeenPart = UNSEEN, isOpenAtFirst = false): readonly string[] {
    let seen = first;
    let isOpen = isOpenAtFirst;
    return looks.flatMap(({ s, isFault }) => {
      const now = { at: later(NOW, s * SECOND_MS), watchedMs: s * SECOND_MS };
      const step = watchPart(seen, isOpen, isFault ? later(now.at, -10 * SECOND_MS) : null, now);
      seen = step.seen;
      if (step.change === null) return [];
      isOpen = step.change.kind === "open";
      return [`${step.change.kind} ${(step.change.at - NOW) / SECOND_MS}`];
    });
  }
  const every10s = (from: number, to: number, isFaultAt: (s: number) => boolean): readonly Look[] =>
    Array.from({ length: (to - from) / 10 + 1 }, (_, n) => from + n * 10).map((s) => ({ s, isFault: isFaultAt(s) }));

  it("starts when its fault did, once it lasted a minute, and ends at the first read without it", () => {
    expect(record(every10s(0, 300, (s) => s >= 50 && s < 150))).toEqual(["open 40", "close 150"]);
  });

  it("is not recorded for a shorter fault", () => {
    expect(record(every10s(0, 300, (s) => s >= 50 && s < 110))).toEqual([]);
  });

  it("stays one incident while a feed only sends a snapshot after each reconnect", () => {
    expect(record(every10s(0, 300, (s) => s >= 50 && s < 200 && s % 30 !== 0))).toEqual(["open 40", "close 200"]);
  });

  it("continues after a crash of the recorder, and is not opened again", () => {
    expect(
      record(
        every10s(0, 200, (s) => s < 100),
        UNSEEN,
        true,
      ),
    ).toEqual(["close 100"]);
  });
});
