import { paise } from "@vriddhi/core/shared/money";
import { openFixtureDay, ticksOfMinute } from "@vriddhi/core/strategy/strategy-day-fixture";
import { flatModel } from "@vriddhi/core/strategy/strategy-fixture";
import { epochMs, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { benchIsins, type EngineFixture, type Leader, openEngineFixture } from "../../testing/engine-fixture.ts";

let bench: EngineFixture;
let leader: Leader;
beforeEach(async () => {
  bench = await openEngineFixture(3);
  leader = await bench.lead();
  await leader.engine.turn();
  bench.quote();
  await leader.engine.turn();
});
afterEach(() => bench.close());

function entryOfDay() {
  const { given } = bench;
  const desk = openFixtureDay(given.day, [flatModel(0)]);
  desk.begin(given.facts);
  desk.list(given.quotes);
  for (let place = 0; place < 210; place++) {
    for (const { share, tick } of ticksOfMinute(given.day, given.session, place)) desk.receive(share, tick);
    for (const { decisions } of desk.closeUntil(bench.at(SESSION_OPEN) + (place + 1) * MINUTE_MS + SECOND_MS))
      for (const decision of decisions) if (decision.kind === "enter") return { decision, place };
  }
  throw new Error("the day has no entry");
}

interface Report {
  readonly same: number;
  readonly missed: number;
  readonly extra: number;
  readonly minutes_unrecorded: number;
  readonly bars_differing: number;
  readonly ticks: number;
  readonly sentence: string;
}

async function closeDay(by: Leader = leader): Promise<readonly Report[]> {
  bench.clock.set(bench.at(istMinute(15, 41)));
  await by.engine.turn();
  await by.engine.turn();
  return bench.rows<Report>("SELECT * FROM drift_report ORDER BY desk");
}

const count = async (what: string) => (await bench.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`))[0]?.n;

/** Returns the same report for both strategies. */
const twice = <T>(report: T): readonly T[] => [report, report];
const whole = { same: 1, missed: 0, extra: 0, minutes_unrecorded: 0, bars_differing: 0 };

describe("the recorded ticks of a day", () => {
  it("recorded ticks delay no signal while they cannot be stored, and then replay to the same decision, or report a gap", async () => {
    const { place } = entryOfDay();
    await bench.asOwner("REVOKE INSERT ON tick_block FROM vriddhi_app");
    await bench.live(leader, 0, place + 1);
    expect(await count("signal")).toBe(2);
    expect(await count("tick_block")).toBe(0);
    await bench.asOwner("GRANT INSERT ON tick_block TO vriddhi_app");
    await bench.live(leader, place + 1, place + 3);
    leader.vanish();
    leader = await bench.lead();
    await bench.live(leader, place + 3, place + 6);
    const received = benchIsins.length * (1 + 4 * (place + 6));
    const stored = "SELECT sum(ticks)::int AS ticks FROM tick_block GROUP BY desk";
    expect(await bench.rows(stored)).toEqual(twice({ ticks: received }));
    await bench.database.pool.query("DELETE FROM tick_block WHERE desk = 'fyers' AND seq IN (4, 5) AND epoch = 1");
    const [angelone, fyers] = await closeDay();
    expect(angelone).toMatchObject({ ...whole, ticks: received });
    expect(fyers).toMatchObject({ same: 0, missed: 0, extra: 0 });
    expect(fyers?.minutes_unrecorded).toBeGreaterThanOrEqual(2);
    expect(fyers?.sentence).toContain("could not be recorded in full");
  });

  it("recorded ticks reveal a trade that a timely tick would have prevented", async () => {
    const { decision, place } = entryOfDay();
    await bench.live(leader, 0, place + 1);
    expect(await count("signal")).toBe(2);
    const at = bench.at(SESSION_OPEN) + place * MINUTE_MS + 59 * SECOND_MS;
    const inside = bench.given.session[decision.share]?.open[0] ?? 0;
    const isin = benchIsins[decision.share] ?? "";
    bench.report([{ isin, lastPrice: paise(inside), volume: null, previousClose: null, at: epochMs(at) }]);
    await bench.live(leader, place + 1, place + 2);
    const reports = await closeDay();
    const results = reports.map(({ same, extra, bars_differing }) => [same, extra, bars_differing > 0]);
    expect(results).toEqual(twice([0, 1, true]));
  });

  it("recorded ticks are kept for seven days", async () => {
    for (const back of [7, 8])
      await bench.database.pool.query(
        `INSERT INTO tick_block (desk, trading_day, epoch, seq, ticks, isins, data)
         VALUES ('fyers', $1::date - $2::int, 1, 1, 0, '{}', '')`,
        [bench.given.day, back],
      );
    const next = await bench.lead();
    await next.engine.turn();
    expect(
      await bench.rows(`SELECT '${bench.given.day}'::date - trading_day AS back FROM tick_block WHERE ticks = 0`),
    ).toEqual([{ back: 7 }]);
  });
});
