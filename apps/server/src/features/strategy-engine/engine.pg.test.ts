import { paise } from "@vriddhi/core/shared/money";
import { openFixtureDay, ticksOfMinute } from "@vriddhi/core/strategy/strategy-day-fixture";
import { flatModel } from "@vriddhi/core/strategy/strategy-fixture";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istMinute } from "@vriddhi/core/time/ist";
import { SESSION_OPEN } from "@vriddhi/core/time/session-hours";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { benchIsins, type EngineFixture, type Leader, openEngineFixture } from "../../testing/engine-fixture.ts";

let bench: EngineFixture;
beforeEach(async () => {
  bench = await openEngineFixture(3);
});
afterEach(() => bench.close());

interface SignalRow {
  readonly id: string;
  readonly desk: string;
  readonly seq: number;
  readonly epoch: string;
  readonly isin: string;
  readonly side: string;
  readonly price_paise: string;
  readonly all_capital_paise: string;
  readonly rotation_paise: string;
  readonly sentence: string;
  readonly record: {
    readonly threshold: number | null;
    readonly features: readonly number[];
    readonly modelHash: string;
  };
  readonly made_at: Date;
  readonly valid_until: Date;
}

const signals = () => bench.rows<SignalRow>("SELECT * FROM signal ORDER BY desk");
const count = async (table: string) =>
  (await bench.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n ?? 0;

function expectedEntry(index: number | null = null) {
  const { given } = bench;
  const desk = openFixtureDay(given.day, [flatModel(0)], index);
  desk.begin(given.facts);
  desk.list(given.quotes);
  for (let place = 0; place < 210; place++) {
    for (const { share, tick } of ticksOfMinute(given.day, given.session, place)) desk.receive(share, tick);
    for (const { decisions } of desk.closeUntil(bench.at(SESSION_OPEN) + (place + 1) * MINUTE_MS + SECOND_MS))
      for (const decision of decisions) if (decision.kind === "enter") return { decision, place };
  }
  throw new Error("the day has no entry");
}

async function beginDay(leader: Leader): Promise<void> {
  await leader.engine.turn();
  bench.quote();
  await leader.engine.turn();
}

const person = async (): Promise<string> => {
  const [made] = await bench.rows<{ id: string }>(
    `INSERT INTO users (id, email, name, dob, password_hash, role, created_at)
     VALUES (gen_random_uuid(), gen_random_uuid() || '@example.com', 'Asha', '1990-05-01', '', 'user', now()) RETURNING id`,
  );
  return made?.id ?? "";
};

/** Stores a run, whose user may be deleted. */
const run = async (broker: string, capital: number, started: string, stopped: string | null, isErased = false) =>
  bench.database.pool.query(
    `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
       is_background, started_at, started_by, seen_at, stopped_at)
     VALUES (gen_random_uuid(), coalesce($6::uuid, gen_random_uuid()), $1, gen_random_uuid(), gen_random_uuid()::text, $2, $3, 'auto', true,
       $4, 'person', $4, $5)`,
    [
      broker,
      bench.given.day,
      capital,
      `${bench.given.day}T${started}+05:30`,
      stopped && `${bench.given.day}T${stopped}+05:30`,
      isErased ? null : await person(),
    ],
  );

describe("the strategies on a trading day", () => {
  it("strategies store the shortlist after the auction and the day's signal once, as the back-test decides it", async () => {
    await run("zerodha", 50_000_00, "09:00", null);
    await run("angelone", 20_000_00, "09:05", null, true);
    await run("angelone", 7_000_00, "09:00", "09:20");
    await run("fyers", 1_000_00, "09:00", null);
    const { decision, place } = expectedEntry();
    const leader = await bench.lead();
    await leader.engine.turn();
    expect(await count("shortlist_pick")).toBe(0);
    await beginDay(leader);
    expect(await count("shortlist_pick")).toBeGreaterThan(10);
    await bench.live(leader, 0, place);
    expect(await signals()).toEqual([]);
    await bench.live(leader, place, 210);
    const made = await signals();
    expect(made.map(({ desk, seq, isin, side, price_paise }) => [desk, seq, isin, side, Number(price_paise)])).toEqual(
      ["angelone", "fyers"].map((desk) => [desk, 1, benchIsins[decision.share], decision.side, decision.price]),
    );
    const [angelone, fyers] = made;
    expect(Number(angelone?.all_capital_paise)).toBe(70_000_00);
    expect(Number(fyers?.all_capital_paise)).toBe(1_000_00);
    expect(Number(angelone?.rotation_paise)).toBeLessThan(70_000_00);
    expect(angelone?.record).toEqual({
      features: decision.signal.features,
      score: 0,
      threshold: 0,
      modelHash: "flat",
    });
    expect(angelone?.sentence).toBe(decision.signal.sentence);
    expect(Number(angelone?.valid_until) - Number(angelone?.made_at)).toBe(20_000);
    expect(await bench.rows("SELECT DISTINCT user_id FROM user_events WHERE kind = 'shortlist'")).toHaveLength(2);
  });

  it("strategies continue after a takeover during the day without a duplicate or lost signal", async () => {
    const { place } = expectedEntry();
    let leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, 7);
    leader.vanish();
    leader = await bench.lead();
    await bench.live(leader, 7, place);
    leader.vanish();
    leader = await bench.lead();
    await bench.live(leader, place, place + 3);
    leader.vanish();
    leader = await bench.lead();
    await bench.live(leader, place + 3, 210);
    const made = await signals();
    expect(made.map(({ epoch, isin }) => [Number(epoch), isin])).toEqual([
      [3, benchIsins[expectedEntry().decision.share]],
      [3, benchIsins[expectedEntry().decision.share]],
    ]);
    expect(bench.counted).toEqual([]);
  });

  it("strategies store nothing under a leader that was paused and replaced, and make the signal once", async () => {
    const { place } = expectedEntry();
    const paused = await bench.lead();
    await beginDay(paused);
    await bench.live(paused, 0, place);
    const other = await bench.lead();
    await other.engine.turn();
    bench.passMinute(place);
    await paused.engine.turn();
    expect(await signals()).toEqual([]);
    expect(paused.engine.isLeading()).toBe(false);
    await other.engine.turn();
    await paused.engine.turn();
    expect((await signals()).map(({ epoch }) => Number(epoch))).toEqual([2, 2]);
    expect(await count("bar_minute")).toBe(2 * (place + 1));
  });

  it("strategies do not trade when too much of the opening range is missing, and say so", async () => {
    const leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, 210, (place) => place < 4 || place > 6);
    expect(await signals()).toEqual([]);
    expect(bench.counted).toEqual(["desk_blind", "desk_blind"]);
    expect(await bench.rows("SELECT DISTINCT silence FROM desk_day")).toEqual([{ silence: "range_unseen" }]);
  });

  it("strategies wait until the open for auction prices; without them they list nothing, trade nothing and raise an alarm", async () => {
    const leader = await bench.lead();
    await leader.engine.turn();
    bench.quote((quote) => Object.assign({}, quote, { price: null }));
    await leader.engine.turn();
    expect(await bench.rows("SELECT DISTINCT quotes FROM desk_day")).toEqual([{ quotes: null }]);
    await bench.live(leader, 0, 210);
    expect(await count("shortlist_pick")).toBe(0);
    expect(await signals()).toEqual([]);
    expect(bench.counted).toEqual(["prices_missing", "prices_missing"]);
    const day = bench.given.day;
    expect([...bench.alarms].sort()).toEqual(["angelone", "fyers"].map((desk) => `${desk} ${day} prices_missing`));
    expect(await bench.rows("SELECT DISTINCT silence FROM desk_day")).toEqual([{ silence: "prices_missing" }]);
  });

  it("strategies list shares at the open with late auction prices", async () => {
    const leader = await bench.lead();
    await leader.engine.turn();
    bench.quote((quote) => Object.assign({}, quote, { price: null }));
    await leader.engine.turn();
    bench.quote();
    await leader.engine.turn();
    expect(await count("shortlist_pick")).toBeGreaterThan(10);
    expect(bench.counted).toEqual([]);
  });

  it("strategies make no signal from a late decision", async () => {
    const { place } = expectedEntry();
    const leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, place);
    for (let late = place; late < place + 3; late++) bench.passMinute(late);
    await leader.engine.turn();
    await bench.live(leader, place + 3, 210);
    expect(await signals()).toEqual([]);
    expect(await bench.rows("SELECT DISTINCT silence FROM desk_day")).toEqual([{ silence: "decision_late" }]);
    expect(bench.counted).toEqual(["decision_late", "decision_late"]);
  });

  it("strategies exclude a share whose previous close differs from the exchange's, with a reason", async () => {
    const { decision } = expectedEntry();
    const leader = await bench.lead();
    await leader.engine.turn();
    bench.quote((quote) =>
      quote.share === decision.share && quote.previousClose !== null
        ? { ...quote, previousClose: Math.round(quote.previousClose / 2) as typeof quote.previousClose }
        : quote,
    );
    await leader.engine.turn();
    const isin = benchIsins[decision.share] ?? "";
    expect(await bench.rows(`SELECT 1 FROM shortlist_pick WHERE isin = '${isin}'`)).toEqual([]);
    const [day] = await bench.rows<{ left_out: unknown }>("SELECT left_out FROM desk_day LIMIT 1");
    expect(day?.left_out).toEqual([{ isin, symbol: decision.symbol, reason: "previous_close_differs" }]);
  });

  it("strategies exclude a share that may not be traded today, with the reason, and decide without it", async () => {
    const { decision } = expectedEntry();
    const isin = benchIsins[decision.share] ?? "";
    bench.barred.set(isin, "under_surveillance");
    const leader = await bench.lead();
    await beginDay(leader);
    const [day] = await bench.rows<{ left_out: unknown }>("SELECT left_out FROM desk_day LIMIT 1");
    expect(day?.left_out).toEqual([{ isin, symbol: decision.symbol, reason: "under_surveillance" }]);
    expect(await bench.rows(`SELECT 1 FROM shortlist_pick WHERE isin = '${isin}'`)).toEqual([]);
    await bench.live(leader, 0, 210);
    expect((await signals()).some((signal) => signal.isin === isin)).toBe(false);
  });

  it("strategies ignore yesterday's values in a feed, and ticks of other days", async () => {
    const { decision, place } = expectedEntry();
    const leader = await bench.lead();
    await leader.engine.turn();
    const odd = {
      isin: benchIsins[decision.share] ?? "",
      lastPrice: paise(1),
      volume: 900_000_000,
      previousClose: paise(1),
    };
    bench.clock.set(bench.at(istMinute(8, 50)));
    bench.report([{ ...odd, at: bench.clock.now() }]);
    bench.report([{ ...odd, at: later(bench.clock.now(), -24 * HOUR_MS) }]);
    bench.quote();
    bench.report([{ ...odd, at: later(bench.clock.now(), 30 * HOUR_MS) }]);
    bench.report([{ ...odd, at: later(bench.clock.now(), -24 * HOUR_MS) }]);
    await leader.engine.turn();
    await bench.live(leader, 0, place + 1);
    const made = await signals();
    expect(made.map(({ record }) => record.features)).toEqual([decision.signal.features, decision.signal.features]);
  });

  it("strategies close the day: store its figures, and replay its record to the same decision", async () => {
    const leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, 375);
    expect(await count("drift_report")).toBe(0);
    bench.clock.set(bench.at(istMinute(15, 41)));
    await leader.engine.turn();
    await leader.engine.turn();
    const reports = await bench.rows(
      "SELECT desk, same, missed, extra, fills, minutes_heard, minutes_missed FROM drift_report ORDER BY desk",
    );
    const figures = { same: 1, missed: 0, extra: 0, fills: 0, minutes_heard: 375, minutes_missed: 0 };
    expect(reports).toEqual(["angelone", "fyers"].map((desk) => ({ desk, ...figures })));
    expect(await count("day_bar")).toBe(benchIsins.length);
    const [bar] = await bench.rows<{ high: string; close: string }>(
      `SELECT high, close FROM day_bar WHERE isin = '${benchIsins[2]}'`,
    );
    expect(Number(bar?.close)).toBe(bench.given.session[2]?.close.at(-1));
    expect(Number(bar?.high)).toBe(Math.max(...(bench.given.session[2]?.high ?? [])));
  });

  it("strategies compare the paid price with the signal's", async () => {
    const { decision } = expectedEntry();
    const leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, 210);
    await bench.database.pool.query("SELECT make_order_partitions($1)", [bench.given.day]);
    const sign = decision.side === "buy" ? 1 : -1;
    const paid = [decision.price * (1 + sign * 0.001), decision.price * (1 - sign * 0.0005)];
    for (const [place, price] of paid.entries())
      await bench.database.pool.query(
        `INSERT INTO intent (tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing,
           cause, valid_until, status, is_final, has_fills, state, version, planned_at)
         VALUES ($1, $2, $1, 0, $1, $3, 0, 'entry', $4, '{}', '{}', 'signal', now(), 'filled', true, true, $5, 1, now())`,
        [
          `TAG${place}`,
          bench.given.day,
          `fyers-${bench.given.day}-1`,
          decision.side,
          { filled: 10, averagePrice: Math.round(price) },
        ],
      );
    bench.clock.set(bench.at(istMinute(15, 41)));
    await leader.engine.turn();
    const reports = await bench.rows<{ fills: number; slippage: number; sentence: string }>(
      "SELECT fills, slippage_basis_points AS slippage, sentence FROM drift_report ORDER BY desk",
    );
    expect(reports.map(({ fills }) => fills)).toEqual([0, 2]);
    expect(reports[0]?.slippage).toBeNull();
    expect(reports[1]?.slippage).toBeCloseTo(2.5, 0);
    expect(reports[1]?.sentence).toMatch(/2 orders were filled 0\.0[23]% worse than the signal's price on average\./);
  });

  it("strategies keep the record of a day for thirty days, and its report for longer", async () => {
    const kept = (back: number) =>
      bench.database.pool.query(
        `INSERT INTO bar_minute (desk, trading_day, minute, is_whole, bars) VALUES ('fyers', $1::date - $2::int, 555, true, '[]')`,
        [bench.given.day, back],
      );
    await kept(30);
    await kept(31);
    const leader = await bench.lead();
    await leader.engine.turn();
    const left = await bench.rows<{ back: number }>(
      `SELECT '${bench.given.day}'::date - trading_day AS back FROM bar_minute`,
    );
    expect(left).toEqual([{ back: 30 }]);
  });

  it("strategies close a missed day under the next leader", async () => {
    const leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, 60);
    leader.vanish();
    bench.clock.set((bench.at(istMinute(8, 30)) + 24 * 60 * MINUTE_MS) as never);
    const next = await bench.lead();
    await next.engine.turn();
    expect(await bench.rows("SELECT DISTINCT minutes_missed FROM drift_report")).toEqual([{ minutes_missed: 315 }]);
    expect(await count("day_bar")).toBe(0);
  });
});

describe("the strategies and the market's index", () => {
  const INDEX = 0;
  beforeEach(async () => {
    await bench.close();
    bench = await openEngineFixture(3, INDEX);
  });

  it("strategies compare every share with the market's index, like the back-test, and never list the index", async () => {
    const { decision, place } = expectedEntry(INDEX);
    const leader = await bench.lead();
    await beginDay(leader);
    const listed = await bench.rows<{ isin: string; reason: string }>("SELECT isin, reason FROM shortlist_pick");
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.every(({ reason }) => reason.includes("than the index"))).toBe(true);
    expect(listed.some(({ isin }) => isin === benchIsins[INDEX])).toBe(false);
    await bench.live(leader, 0, place + 1);
    const made = await signals();
    expect(made.map(({ isin, record }) => [isin, record.features])).toEqual(
      ["angelone", "fyers"].map(() => [benchIsins[decision.share], decision.signal.features]),
    );
    expect(bench.counted).toEqual([]);
  });

  it("strategies resume with the recorded index after a takeover", async () => {
    const { decision, place } = expectedEntry(INDEX);
    let leader = await bench.lead();
    await beginDay(leader);
    await bench.live(leader, 0, place - 2);
    leader.vanish();
    leader = await bench.lead();
    await bench.live(leader, place - 2, place + 1);
    expect((await signals()).map(({ record }) => record.features)).toEqual([
      decision.signal.features,
      decision.signal.features,
    ]);
  });

  it("strategies enter nothing without the market's index, say so in the shortlist and count it", async () => {
    const leader = await bench.lead();
    await leader.engine.turn();
    bench.quote((quote) => (quote.share === INDEX ? { ...quote, price: quote.previousClose } : quote));
    await leader.engine.turn();
    const listed = await bench.rows<{ reason: string }>("SELECT reason FROM shortlist_pick");
    expect(listed.every(({ reason }) => reason.includes("The index is not known yet"))).toBe(true);
    expect(bench.counted).toEqual(["index_unknown", "index_unknown"]);
    for (let place = 0; place < 210; place++) {
      bench.passMinute(place, (share) => share !== INDEX);
      await leader.engine.turn();
    }
    expect(await signals()).toEqual([]);
  });
});
