import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../time/clock.ts";
import { istInstant } from "../time/ist.ts";
import { SESSION_OPEN } from "../time/session-hours.ts";
import { createBarFed } from "./opening-range/bar-fed.ts";
import { featurePlace } from "./opening-range/features.ts";
import { OPENING_RANGE } from "./opening-range/settings.ts";
import type { ClosedMinute, Judged, RecordedMinute, StrategyDay } from "./strategy-day.ts";
import {
  FIXTURE_SESSIONS,
  type FixtureDay,
  fixtureDay,
  fixtureSessions,
  fixtureSymbols,
  minutesIn,
  openFixtureDay,
  ticksOfMinute,
} from "./strategy-day-fixture.ts";
import { flatModel } from "./strategy-fixture.ts";
import { BAR_GRACE_MS } from "./strategy-hours.ts";

const models = [flatModel(0)];
const SEEDS = [1, 2, 3, 4, 5, 6];
/** The synthetic market's first symbol. */
const INDEX = 0;

const endOf = ({ day }: FixtureDay, place: number): number =>
  istInstant(day, SESSION_OPEN) + (place + 1) * MINUTE_MS + BAR_GRACE_MS;

function begin(given: FixtureDay, index: number | null = null): StrategyDay {
  const desk = openFixtureDay(given.day, models, index);
  desk.begin(given.facts);
  desk.list(given.quotes);
  return desk;
}

function live(
  desk: StrategyDay,
  given: FixtureDay,
  from: number,
  until: number,
  isReceived = (_place: number) => true,
) {
  const closed: ClosedMinute[] = [];
  for (let place = from; place < until; place++) {
    if (isReceived(place))
      for (const { share, tick } of ticksOfMinute(given.day, given.session, place)) desk.receive(share, tick);
    closed.push(...desk.closeUntil(endOf(given, place)));
  }
  return closed;
}

const decisionsIn = (closed: readonly ClosedMinute[]): readonly Judged[] =>
  closed.flatMap(({ decisions }) => decisions);
const recordsIn = (closed: readonly ClosedMinute[]): readonly RecordedMinute[] =>
  closed.flatMap(({ record }) => record ?? []);

function backTest(seed: number, index: number | null = null): readonly Judged[] {
  const rule = createBarFed({ symbols: fixtureSymbols, index, barMinutes: 1, models, settings: OPENING_RANGE });
  const state = rule.begin();
  let found: Judged[] = [];
  for (const [day, session] of fixtureSessions(seed, FIXTURE_SESSIONS + 1)) {
    rule.startDay(state, day);
    found = [];
    for (let place = 0; place < minutesIn(session); place++)
      for (const [share, bars] of session.entries()) {
        const [open, high, low, close] = [bars.open[place], bars.high[place], bars.low[place], bars.close[place]];
        const bar = {
          kind: "bar",
          share,
          minute: bars.minute[place],
          open,
          high,
          low,
          close,
          volume: bars.volume[place],
        };
        found.push(...rule.takeBar(state, bar as never).filter((each): each is Judged => each.kind !== "shortlist"));
      }
  }
  return found;
}

describe("a strategy's live day", () => {
  it("makes the back-test's decisions on the same day", () => {
    let entries = 0;
    for (const seed of SEEDS) {
      const given = fixtureDay(seed);
      const decided = decisionsIn(live(begin(given), given, 0, minutesIn(given.session)));
      expect(decided).toEqual(backTest(seed));
      entries += decided.filter(({ kind }) => kind === "enter").length;
    }
    expect(entries).toBeGreaterThan(0);
  });

  it("compares with the index as the back-test does, and every feature is equal", () => {
    let entries = 0;
    for (const seed of SEEDS) {
      const given = fixtureDay(seed);
      const decided = decisionsIn(live(begin(given, INDEX), given, 0, minutesIn(given.session)));
      expect(decided).toEqual(backTest(seed, INDEX));
      entries += decided.filter(({ kind }) => kind === "enter").length;
      const moves = decided.map(({ signal }) => signal.features[featurePlace("index_move_with_break")]);
      if (decided.length > 0) expect(moves.some((move) => move !== 0)).toBe(true);
    }
    expect(entries).toBeGreaterThan(0);
  });

  it("makes no entry without index ticks, and reports that", () => {
    const [given, seed] = SEEDS.map((each) => [fixtureDay(each), each] as const).find(([each]) =>
      decisionsIn(live(begin(each, INDEX), each, 0, 210)).some(({ kind }) => kind === "enter"),
    ) as readonly [FixtureDay, number];
    const entry = backTest(seed, INDEX).find(({ kind }) => kind === "enter") as Judged;
    const place = entry.minute - SESSION_OPEN;
    const desk = begin(given, INDEX);
    const closed: ClosedMinute[] = [];
    for (let each = 0; each <= place; each++) {
      for (const { share, tick } of ticksOfMinute(given.day, given.session, each))
        if (share !== INDEX || each < place - OPENING_RANGE.indexLateMinutes) desk.receive(share, tick);
      closed.push(...desk.closeUntil(endOf(given, each)));
    }
    const decided = decisionsIn(closed).find(({ share }) => share === entry.share);
    expect(decided).toMatchObject({ kind: "passed_over", price: entry.price });
    expect(decided?.signal.sentence).toMatch(/the market's index is not known/);
    expect(closed.at(-1)?.record?.bars.some(({ share }) => share === INDEX)).toBe(false);
  });

  it("resumes from its record with the same decisions, and reports the earlier ones", () => {
    for (const seed of SEEDS) {
      const given = fixtureDay(seed);
      const all = live(begin(given), given, 0, 120);
      for (const cut of [7, 15, 31, 90]) {
        const second = begin(given);
        const before = second.replay(recordsIn(all.slice(0, cut)));
        const after = live(second, given, cut, 120);
        expect(before).toEqual(decisionsIn(all.slice(0, cut)));
        expect(after).toEqual(all.slice(cut));
      }
    }
  });

  it("makes no bar for a minute without feed data", () => {
    const given = fixtureDay(1);
    const closed = live(begin(given), given, 0, 60, (place) => place < 40 || place > 42);
    expect(closed.slice(40, 43).map(({ record }) => record)).toEqual([null, null, null]);
    expect(closed[43]?.record?.isWhole).toBe(false);
    expect(closed[44]?.record?.isWhole).toBe(true);
  });

  it("makes no shortlist and no entry without the auction's prices", () => {
    const given = fixtureDay(1);
    const desk = openFixtureDay(given.day, models, null);
    desk.begin(given.facts);
    const unpriced = given.quotes.map((quote) => Object.assign({}, quote, { price: null }));
    expect(desk.isPriced(unpriced)).toBe(false);
    expect(desk.isPriced(given.quotes)).toBe(true);
    expect(desk.list(unpriced)?.picks).toEqual([]);
    expect(decisionsIn(live(desk, given, 0, minutesIn(given.session)))).toEqual([]);
  });

  it("does not trade when more than two minutes of the opening range were incomplete", () => {
    const given = fixtureDay(3);
    expect(decisionsIn(live(begin(given), given, 0, 200)).length).toBeGreaterThan(0);
    const deaf = begin(given);
    expect(decisionsIn(live(deaf, given, 0, 200, (place) => place !== 5 && place !== 6))).toEqual([]);
    expect(deaf.isBlind).toBe(true);
    const nearly = begin(given);
    live(nearly, given, 0, 200, (place) => place !== 5);
    expect(nearly.isBlind).toBe(false);
    const late = begin(given);
    expect(decisionsIn(live(late, given, 30, 200))).toEqual([]);
    expect(late.isBlind).toBe(true);
  });

  it("ignores duplicate, late and early ticks", () => {
    const given = fixtureDay(2);
    const expected = live(begin(given), given, 0, 60);
    const desk = begin(given);
    const closed: ClosedMinute[] = [];
    for (let place = 0; place < 60; place++) {
      const own = ticksOfMinute(given.day, given.session, place);
      const early = ticksOfMinute(given.day, given.session, place + 1).slice(0, 5);
      const late = place === 0 ? [] : ticksOfMinute(given.day, given.session, place - 1).slice(-5);
      for (const { share, tick } of [...own, ...early, ...late, ...own.slice(-12)]) desk.receive(share, tick);
      closed.push(...desk.closeUntil(endOf(given, place)));
    }
    expect(closed.map(({ decisions }) => decisions)).toEqual(expected.map(({ decisions }) => decisions));
    expect(recordsIn(closed)).toEqual(recordsIn(expected));
  });
});
