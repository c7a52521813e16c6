import { type EpochMs, epochMs, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClockState, jump, marketNow, moveTo, pace, play, reanchor, setSpeed, startState } from "./clock-state.ts";

const instant = (text: string): EpochMs => epochMs(Date.parse(text));
const human = instant("2026-11-14T12:00:00+05:30");
const nextOpenFrom = (text: string, speed = 20): ClockState =>
  startState({ kind: "next_open", speed }, instant(text), nseCalendar);
const running = (speed: number): ClockState =>
  startState({ kind: "instant", at: instant("2026-11-16T09:00:00+05:30"), speed }, human, nseCalendar);

describe("where the clock starts", () => {
  it.each([
    ["a trading day before 08:40", "2026-11-16T08:39:59+05:30", "2026-11-16T08:40:00+05:30"],
    ["just after midnight in India", "2026-11-16T00:00:00+05:30", "2026-11-16T08:40:00+05:30"],
    ["08:40 itself", "2026-11-16T08:40:00+05:30", "2026-11-17T08:40:00+05:30"],
    ["a trading day after 08:40", "2026-11-16T15:00:00+05:30", "2026-11-17T08:40:00+05:30"],
    ["Friday evening", "2026-11-13T20:00:00+05:30", "2026-11-16T08:40:00+05:30"],
    ["Saturday morning", "2026-11-14T07:00:00+05:30", "2026-11-16T08:40:00+05:30"],
    ["the eve of a holiday", "2026-11-23T12:00:00+05:30", "2026-11-25T08:40:00+05:30"],
    ["a holiday before 08:40", "2026-11-24T06:00:00+05:30", "2026-11-25T08:40:00+05:30"],
  ])("next-open on %s", (_case, now, expected) => {
    const state = nextOpenFrom(now);
    expect(state).toMatchObject({ anchorMarket: instant(expected), speed: 0, heldSpeed: 20 });
    expect(marketNow(state, later(instant(now), HOUR_MS))).toBe(instant(expected));
  });

  it("is frozen without waiting for Play with next-open@0", () => {
    expect(nextOpenFrom("2026-11-16T06:00:00+05:30", 0)).toMatchObject({ speed: 0, heldSpeed: null });
  });

  it("follows the wall clock when it is real", () => {
    const state = startState({ kind: "real" }, human, nseCalendar);
    expect(marketNow(state, later(human, 12_345))).toBe(later(human, 12_345));
  });

  it("runs from now on at a bare speed", () => {
    const state = startState({ kind: "now", speed: 3 }, human, nseCalendar);
    expect(marketNow(state, later(human, SECOND_MS))).toBe(later(human, 3 * SECOND_MS));
  });
});

describe("the running clock", () => {
  it("passes twenty minutes in one at speed 20", () => {
    const state = running(20);
    expect(marketNow(state, later(human, MINUTE_MS))).toBe(later(state.anchorMarket, 20 * MINUTE_MS));
  });

  it("is held until Play and then gets its speed", () => {
    const held = nextOpenFrom("2026-11-16T06:00:00+05:30");
    const pressed = instant("2026-11-16T06:05:00+05:30");
    const played = play(held, pressed);

    expect(played).toMatchObject({ speed: 20, heldSpeed: null, anchorMarket: held.anchorMarket });
    expect(marketNow(played, later(pressed, SECOND_MS))).toBe(later(held.anchorMarket, 20 * SECOND_MS));
    expect(play(played, later(pressed, SECOND_MS))).toBe(played);
  });

  it("keeps speed and hold when it is moved", () => {
    const held = nextOpenFrom("2026-11-16T06:00:00+05:30");
    const target = instant("2026-11-16T09:15:00+05:30");
    const moved = moveTo(held, human, target);

    expect(moved).toEqual({ ok: true, value: { ...held, anchorHuman: human, anchorMarket: target } });
  });

  it("cannot be moved back, even by a millisecond", () => {
    const state = running(20);
    const now = later(human, SECOND_MS);
    const shown = marketNow(state, now);

    expect(moveTo(state, now, later(shown, -1))).toEqual({ ok: false, error: "clock_backwards" });
    expect(moveTo(state, now, shown)).toMatchObject({ ok: true });
  });

  it("ends the hold when a speed is chosen by hand, also 0", () => {
    const held = nextOpenFrom("2026-11-16T06:00:00+05:30");
    expect(setSpeed(held, human, 0)).toMatchObject({ speed: 0, heldSpeed: null });
    expect(() => setSpeed(held, human, -1)).toThrow("not negative");
  });

  it("runs no faster than real time while it is paced, and then continues from the same millisecond", () => {
    const state = running(20);
    const asked = later(human, SECOND_MS);
    const paced = pace(state, asked, true);
    const answered = later(asked, 15 * SECOND_MS);
    const freed = pace(paced, answered, false);

    expect(marketNow(paced, asked)).toBe(marketNow(state, asked));
    expect(marketNow(paced, answered)).toBe(later(marketNow(state, asked), 15 * SECOND_MS));
    expect(marketNow(freed, answered)).toBe(marketNow(paced, answered));
    expect(marketNow(freed, later(answered, SECOND_MS))).toBe(later(marketNow(paced, answered), 20 * SECOND_MS));
    expect(pace(paced, answered, true)).toBe(paced);
  });

  it("is stopped between the steps of a jump, and continues from the jump's target", () => {
    const jumping = jump(running(20), human, true);
    const later1 = later(human, HOUR_MS);
    expect(marketNow(jumping, later1)).toBe(jumping.anchorMarket);
    const moved = moveTo(jumping, later1, later(jumping.anchorMarket, MINUTE_MS));
    const done = moved.ok ? jump(moved.value, later(later1, HOUR_MS), false) : jumping;
    expect(marketNow(done, later(later1, HOUR_MS + SECOND_MS))).toBe(later(jumping.anchorMarket, 80 * SECOND_MS));
  });

  it("does not speed up a slow clock that is paced, nor start a stopped one", () => {
    expect(marketNow(pace(running(0.5), human, true), later(human, SECOND_MS))).toBe(
      later(running(0.5).anchorMarket, SECOND_MS / 2),
    );
    const still = pace(running(0), human, true);
    expect(marketNow(still, later(human, HOUR_MS))).toBe(still.anchorMarket);
  });

  it("does not count the process's downtime", () => {
    const state = running(20);
    const lastSeen = marketNow(state, later(human, MINUTE_MS));
    const resumed = reanchor(state, lastSeen, later(human, HOUR_MS));

    expect(marketNow(resumed, later(human, HOUR_MS))).toBe(lastSeen);
    expect(resumed.speed).toBe(20);
  });

  it("resumes from the last move when that is newer than the saved instant", () => {
    const state = running(20);
    expect(reanchor(state, later(state.anchorMarket, -HOUR_MS), human).anchorMarket).toBe(state.anchorMarket);
  });
});

type Step = { readonly kind: "wait" | "move" | "speed" | "play" | "pace" | "restart"; readonly amount: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("wait", "move", "speed", "play", "pace", "restart"),
    amount: fc.integer({ min: 0, max: 10_000_000 }),
  }),
  { maxLength: 40 },
);
const starts = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map(running),
  fc.double({ min: 0, max: 100, noNaN: true }).map(running),
  fc.constant(nextOpenFrom("2026-11-14T12:00:00+05:30")),
);

/** A restart: only persisted state survives. */
const persisted = (state: ClockState): ClockState => JSON.parse(JSON.stringify(state)) as ClockState;

function after(state: ClockState, now: EpochMs, step: Step): ClockState {
  switch (step.kind) {
    case "wait":
      return state;
    case "move": {
      const moved = moveTo(state, now, later(marketNow(state, now), step.amount - 5_000_000));
      return moved.ok ? moved.value : state;
    }
    case "speed":
      return setSpeed(state, now, (step.amount % 40_000) / 4);
    case "play":
      return play(state, now);
    case "pace":
      return pace(state, now, step.amount % 2 === 0);
    case "restart":
      return reanchor(persisted(state), marketNow(state, now), later(now, step.amount));
  }
}

describe("any sequence of operations", () => {
  it("keeps the clock monotonic and in whole milliseconds", () => {
    fc.assert(
      fc.property(starts, steps, (start, sequence) => {
        let state = start;
        let now = human;
        let shown = marketNow(state, now);
        for (const step of sequence) {
          now = later(now, step.amount % 100_003);
          expect(marketNow(state, now)).toBeGreaterThanOrEqual(shown);
          shown = marketNow(state, now);
          state = after(state, now, step);
          if (step.kind === "restart") now = later(now, step.amount);
          expect(marketNow(state, now)).toBeGreaterThanOrEqual(shown);
          shown = marketNow(state, now);
          expect(Number.isSafeInteger(shown)).toBe(true);
        }
      }),
    );
  });

  it("jumps only on a move: speed, Play and a restart continue from the same millisecond", () => {
    fc.assert(
      fc.property(starts, steps, (start, sequence) => {
        let state = start;
        let now = human;
        for (const step of sequence) {
          now = later(now, step.amount % 100_003);
          const shown = marketNow(state, now);
          state = after(state, now, step);
          if (step.kind === "restart") now = later(now, step.amount);
          if (step.kind !== "move") expect(marketNow(state, now)).toBe(shown);
        }
      }),
    );
  });

  it("freezes the clock at speed 0", () => {
    fc.assert(
      fc.property(starts, fc.nat(), (start, waitedMs) => {
        const frozen = setSpeed(start, human, 0);
        expect(marketNow(frozen, later(human, waitedMs))).toBe(marketNow(start, human));
      }),
    );
  });

  it("ignores a human clock that is set back before the anchor", () => {
    fc.assert(
      fc.property(starts, fc.nat(), (start, backMs) => {
        expect(marketNow(start, later(start.anchorHuman, -backMs))).toBe(start.anchorMarket);
      }),
    );
  });
});
