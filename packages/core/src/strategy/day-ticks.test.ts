import { describe, expect, it } from "vitest";
import { readTickBlock, TickBlockWriter } from "../market/tick-block.ts";
import { MINUTE_MS } from "../time/clock.ts";
import { istInstant } from "../time/ist.ts";
import { SESSION_OPEN } from "../time/session-hours.ts";
import { checkRecording, DayTicks } from "./day-ticks.ts";
import { OPENING_RANGE } from "./opening-range/settings.ts";
import type { ClosedMinute, StrategyDay } from "./strategy-day.ts";
import {
  type FixtureDay,
  type FixtureTick,
  fixtureDay,
  openFixtureDay,
  ticksOfMinute,
} from "./strategy-day-fixture.ts";
import { flatModel } from "./strategy-fixture.ts";
import { BAR_GRACE_MS } from "./strategy-hours.ts";

const MINUTES = 100;
const NOTHING_LOST: ReadonlySet<number> = new Set();

function begin({ day, facts, quotes }: FixtureDay): StrategyDay {
  const desk = openFixtureDay(day, [flatModel(0)]);
  desk.begin(facts);
  desk.list(quotes);
  return desk;
}

function liveDay(
  given: FixtureDay,
  arriveIn: (ticks: readonly FixtureTick[], place: number) => readonly FixtureTick[],
) {
  const desk = begin(given);
  const writer = new TickBlockWriter();
  const closed: ClosedMinute[] = [];
  const blocks: Uint8Array[] = [];
  for (let place = 0; place < MINUTES; place++) {
    for (const { share, tick } of arriveIn(ticksOfMinute(given.day, given.session, place), place)) {
      desk.receive(share, tick);
      writer.add(share, tick);
    }
    closed.push(...desk.closeUntil(istInstant(given.day, SESSION_OPEN) + (place + 1) * MINUTE_MS + BAR_GRACE_MS));
    blocks.push(writer.take());
  }
  return { closed, blocks };
}

function replay(given: FixtureDay, blocks: readonly Uint8Array[]): readonly ClosedMinute[] {
  const ticks = new DayTicks(istInstant(given.day, SESSION_OPEN));
  for (const block of blocks)
    readTickBlock(block, (share, { at, price, dayVolume }) => ticks.add(share, at, price, dayVolume));
  return [...ticks.replayTo(begin(given))].slice(0, MINUTES);
}

const recordsIn = (closed: readonly ClosedMinute[]) => closed.flatMap(({ record }) => record ?? []);
const decisionsIn = (closed: readonly ClosedMinute[]) => closed.flatMap(({ decisions }) => decisions);
const check = (live: readonly ClosedMinute[], again: readonly ClosedMinute[], lost = NOTHING_LOST) =>
  checkRecording(recordsIn(live), recordsIn(again), lost, OPENING_RANGE.candidatesUntil);

describe("a day's recorded ticks", () => {
  const given = fixtureDay(3);
  const { closed, blocks } = liveDay(given, (ticks) => ticks);

  it("lead to the same bars and the same decisions", () => {
    const again = replay(given, blocks);
    expect(decisionsIn(closed).some(({ kind }) => kind === "enter")).toBe(true);
    expect(decisionsIn(again)).toEqual(decisionsIn(closed));
    expect(check(closed, again)).toEqual({ minutesUnrecorded: 0, barsDiffering: 0 });
  });

  it("put a late tick into its own minute, and the check reports the bar that was decided without it", () => {
    const late: FixtureTick[] = [];
    const lived = liveDay(given, (ticks, place) => {
      if (place === 40) return [...late.splice(0), ...ticks];
      if (place !== 39) return ticks;
      const high = ticks.filter(({ share }) => share === 5)[1] as FixtureTick;
      late.push({
        share: 5,
        tick: { at: high.tick.at, price: high.tick.price + 1_000, dayVolume: high.tick.dayVolume },
      });
      return ticks;
    });
    expect(check(lived.closed, replay(given, lived.blocks))).toEqual({ minutesUnrecorded: 0, barsDiffering: 1 });
  });

  it("without one tick make a different bar, which the check reports", () => {
    const place = 20;
    const share = given.session.findIndex(({ open, close }) => (close[place] ?? 0) > (open[place] ?? 0));
    const ticks = ticksOfMinute(given.day, given.session, place);
    const last = ticks.findLast((each) => each.share === share);
    const short = new TickBlockWriter();
    for (const each of ticks) if (each !== last) short.add(each.share, each.tick);
    const again = replay(
      given,
      blocks.map((block, each) => (each === place ? short.take() : block)),
    );
    expect(check(closed, again)).toEqual({ minutesUnrecorded: 0, barsDiffering: 1 });
  });

  it("with a gap are reported as incomplete, even if the first seconds of the minute are present", () => {
    const holed = blocks.filter((_, place) => place !== 30 && place !== 31);
    expect(check(closed, replay(given, holed)).minutesUnrecorded).toBeGreaterThanOrEqual(2);
    const begun = new TickBlockWriter();
    for (const { share, tick } of ticksOfMinute(given.day, given.session, 30).slice(0, 12)) begun.add(share, tick);
    const torn = blocks.map((block, place) => (place === 30 ? begun.take() : block));
    expect(check(closed, replay(given, torn)).minutesUnrecorded).toBeGreaterThanOrEqual(1);
  });

  it("report a minute that is known to be partly lost, and no minute after the last deciding one", () => {
    const again = replay(given, blocks);
    expect(check(closed, again, new Set([SESSION_OPEN + 50])).minutesUnrecorded).toBe(1);
    const late = checkRecording(recordsIn(closed), recordsIn(again), new Set([SESSION_OPEN + 50]), SESSION_OPEN + 50);
    expect(late.minutesUnrecorded).toBe(0);
  });
});
