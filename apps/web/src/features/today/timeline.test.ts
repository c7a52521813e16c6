import { istDate } from "@vriddhi/core/time/ist";
import { describe, expect, it } from "vitest";
import { formatIstClock, instantOf } from "../../lib/format.ts";
import { aDay, aDayWithTrade, atIst } from "../../testing/trading-day.fixture.ts";
import { type PlanFacts, planOf } from "./timeline.ts";
import { pastOf } from "./timeline-past.ts";

const linesOf = (items: readonly { at: number; title: string }[]) =>
  items.map(({ at, title }) => `${formatIstClock(at as never)} ${title}`);

describe("the day's timeline", () => {
  it("lists cause before effect", () => {
    expect(linesOf(pastOf(aDayWithTrade()))).toEqual([
      "09:00:00 Run started at Zerodha",
      "10:21:04 Signal: buy SBIN",
      "10:21:04 Order sent",
      "10:21:05 Bought 35 SBIN at ₹812.35",
      "10:21:06 Stop placed at Zerodha",
    ]);
  });

  it("gives every step its reason", () => {
    const [started, signal, order, , stop] = pastOf(aDayWithTrade());
    expect(started?.body).toBe("₹50,000, approved for the day.");
    expect(signal?.body).toBe("SBIN broke its 15-minute high of ₹811.40.");
    expect(order?.body).toBe("Buy 35 SBIN, limit ₹812.60.");
    expect(stop?.body).toContain("It stays at the broker even if we are offline.");
  });

  it("names no broker beside a trade on paper", () => {
    const [started, , , , stop] = pastOf(aDayWithTrade({ broker: "paper", brokers: ["paper"] }));
    expect(started?.title).toBe("Paper run started");
    expect(stop).toMatchObject({ title: "Paper stop set", body: expect.stringContaining("No broker is involved.") });
  });

  it("says why a signal was not followed", () => {
    const { signals } = aDayWithTrade();
    const skip = { reason: "funds_too_low", sentence: "The money does not cover one share." };
    const day = aDay({ signals: signals.map((signal) => ({ ...signal, outcome: "skipped" as const, skip })) });
    expect(pastOf(day).at(-1)).toMatchObject({ title: "Not followed: SBIN", body: skip.sentence });
  });

  it("quotes a broker's refusal as the broker's", () => {
    const [entry] = aDayWithTrade().orders;
    if (entry === undefined) throw new Error("there is an entry");
    const refused = {
      ...entry,
      filled: 0,
      status: "rejected" as const,
      reason: "refused_by_broker",
      broker_said: "RMS",
    };
    expect(pastOf(aDay({ orders: [refused] }))[0]).toMatchObject({
      tone: "fault",
      title: "Order refused",
      body: "Buy 35 SBIN, limit ₹812.60. The broker refused it. “RMS”",
    });
  });

  it("lists an unsent order at its deadline, not at its offer", () => {
    const [entry] = aDayWithTrade().orders;
    if (entry === undefined) throw new Error("there is an entry");
    const lapsed = {
      ...{ ...entry, filled: 0, status: "expired" as const, reason: "approval_lapsed" },
      ended_at: atIst("10:21:19"),
    };
    expect(linesOf(pastOf(aDay({ orders: [lapsed] })))).toEqual(["10:21:19 Order not sent"]);
  });

  it("gives a missing stop the same cause as the alert", () => {
    const note = { at: atIst("10:22:00"), kind: "position_naked" as const, cause: "refused", position: "E" };
    expect(pastOf(aDay({ notes: [note] }))[0]?.body).toBe(
      "Your broker refused it. We place it again at once, or close the trade.",
    );
  });

  it("makes one line of an order's fills at one price", () => {
    const [fill] = aDayWithTrade().fills;
    if (fill === undefined) throw new Error("there is a fill");
    const day = aDayWithTrade({
      fills: [
        { ...fill, quantity: 20 },
        { ...fill, quantity: 15 },
      ],
    });
    expect(linesOf(pastOf(day)).filter((line) => line.includes("Bought"))).toEqual([
      "10:21:05 Bought 35 SBIN at ₹812.35",
    ]);
  });

  it("shows why a trade is closed and when it is flat", () => {
    const notes = [
      { at: atIst("15:00:00"), kind: "position_closing" as const, cause: "square_off", position: "E" },
      { at: atIst("15:00:04"), kind: "position_flat" as const, cause: null, position: "E" },
      { at: atIst("15:31:00"), kind: "day_closed" as const, cause: null, position: null },
    ];
    expect(linesOf(pastOf(aDay({ notes })))).toEqual([
      "15:00:00 Closing the trade",
      "15:00:04 Flat, proved",
      "15:31:00 Records compared, day closed",
    ]);
  });

  it("lists a decision before its effects, also at the same moment", () => {
    const at = atIst("09:39:00");
    const { orders, fills } = aDayWithTrade();
    const day = aDayWithTrade({
      run: { started_at: atIst("09:00:00"), stopped_at: at, capital_paise: 5_000_000, approval_mode: "auto" },
      signals: [],
      orders: orders.map((order) => ({ ...order, planned_at: at })),
      fills: [
        ...fills.map((fill) => ({ ...fill, at })),
        { tag: "STOP00000000001", at, quantity: 35, price_paise: 81_200 },
      ],
      notes: [
        { at, kind: "blocked", cause: "run_stopped", position: null },
        { at, kind: "position_closing", cause: "run_stopped", position: "ENTRY0000000001" },
        { at, kind: "position_flat", cause: null, position: "ENTRY0000000001" },
      ],
    });
    expect(pastOf(day).map(({ title }) => title)).toEqual([
      "Run started at Zerodha",
      "Order sent",
      "Bought 35 SBIN at ₹812.35",
      "Stop placed at Zerodha",
      "Run ended",
      "New entries stopped",
      "Closing the trade",
      "Sold 35 SBIN at ₹812.00",
      "Flat, proved",
    ]);
  });
});

describe("the rest of the day", () => {
  const facts: PlanFacts = {
    day: istDate("2026-11-16"),
    now: instantOf(atIst("08:47:00")),
    isTradingDay: true,
    isRunning: false,
    isOpen: false,
    areEntriesOver: false,
    startsToday: true,
    loginNeeded: ["zerodha"],
  };

  it("is the whole day in the morning, with the steps that need the user", () => {
    expect(linesOf(planOf(facts))).toEqual([
      "09:00:00 The run starts automatically",
      "09:10:00 You log in to Zerodha",
      "09:15:00 Market opens",
      "14:45:00 Last moment for an entry",
      "15:00:00 We start closing open positions",
      "15:10:00 Flat, confirmed by your broker",
    ]);
    expect(planOf(facts).find(({ tone }) => tone === "needs")?.title).toBe("You log in to Zerodha");
  });

  it("is only the exit while a trade is open", () => {
    const open = { ...facts, now: instantOf(atIst("10:42:00")), isRunning: true, isOpen: true, loginNeeded: [] };
    expect(planOf(open).map(({ title }) => title)).toEqual([
      "We start closing open positions",
      "Flat, confirmed by your broker",
    ]);
  });

  it("has no moment for an entry any more once the strategy makes none", () => {
    const quiet = { ...facts, now: instantOf(atIst("10:42:00")), isRunning: true, loginNeeded: [] };
    const titles = (areEntriesOver: boolean) => planOf({ ...quiet, areEntriesOver }).map(({ title }) => title);
    expect(titles(false)[0]).toBe("Last moment for an entry");
    expect(titles(true)[0]).toBe("We start closing open positions");
  });

  it("is nothing on a day without trading", () => {
    expect(planOf({ ...facts, isTradingDay: false })).toEqual([]);
  });
});
