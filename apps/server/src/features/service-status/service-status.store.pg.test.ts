import { epochMs, later, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createIncidentRecorder, RECORD_EVERY_MS } from "./incident-recorder.ts";
import { recordOutage } from "./record-outage.ts";
import { createServiceReport } from "./service-report.ts";
import { createServiceStatusStore } from "./service-status.store.pg.ts";

const DAY = istDate("2026-11-16");
const TEN = istInstant(DAY, istMinute(10, 0));
const clock = createVirtualClock();
let scratch: TestDatabase;
let database: Database;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 3, role: APP_ROLE, onError: () => {} });
});
beforeEach(async () => {
  clock.set(TEN);
  await runSql(
    scratch.url,
    `TRUNCATE status_incident, desk_feeds, account_readiness, due_steps, wire_record, intent, trading_account, signal CASCADE;
     UPDATE bucket_owner SET worker = 'w', lease_until = 'infinity';
     INSERT INTO desk_feeds (desk) VALUES ('fyers')`,
  );
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

const tickNow = () => runSql(scratch.url, `UPDATE desk_feeds SET last_tick_at = to_timestamp(${clock.now() / 1_000})`);
const store = () => createServiceStatusStore(database);

/** As a process that has just taken over: nothing in memory. */
function newRecorder() {
  const clocks = { humanClock: clock, marketClock: clock, calendar: nseCalendar };
  const read = createServiceReport({ store: store(), ...clocks });
  return createIncidentRecorder({ store: store(), ...clocks, log: createLogger("silent"), read });
}

async function pass(turn: () => Promise<void>, seconds: number, hasTicks: boolean): Promise<void> {
  for (let passed = 0; passed < seconds; passed += RECORD_EVERY_MS / SECOND_MS) {
    clock.advance(RECORD_EVERY_MS);
    if (hasTicks) await tickNow();
    await turn();
  }
}

const incidents = async () =>
  (await store().listIncidents(epochMs(0))).map(({ part, beganAt, endedAt }) => [
    part,
    (beganAt - TEN) / SECOND_MS,
    endedAt === null ? null : (endedAt - TEN) / SECOND_MS,
  ]);

describe("the recorder of incidents", () => {
  it("records a silent feed from its last tick to the next one", async () => {
    await tickNow();
    const turn = newRecorder();
    await pass(turn, 60, true);
    await pass(turn, 120, false);
    expect(await incidents()).toEqual([["feed_fyers", 60, null]]);
    await pass(turn, 90, true);
    expect(await incidents()).toEqual([["feed_fyers", 60, 190]]);
  });

  it("records no incident for a silence of half a minute", async () => {
    await tickNow();
    const turn = newRecorder();
    await pass(turn, 40, false);
    await pass(turn, 120, true);
    expect(await incidents()).toEqual([]);
  });

  it("crashes in between leave one incident, not two", async () => {
    await tickNow();
    await pass(newRecorder(), 120, false);
    await pass(newRecorder(), 120, false);
    // The process that crashes while the end is not certain yet leaves it to the next one.
    await pass(newRecorder(), 30, true);
    await pass(newRecorder(), 90, true);
    expect(await incidents()).toEqual([["feed_fyers", 0, 280]]);
  });

  it("two recorders at once, as in a take-over, record one incident", async () => {
    await tickNow();
    const [first, second] = [newRecorder(), newRecorder()];
    await pass(() => Promise.all([first(), second()]).then(() => undefined), 120, false);
    expect(await incidents()).toEqual([["feed_fyers", 0, null]]);
  });

  it("counts no pause of its own process as a fault's length", async () => {
    await tickNow();
    const turn = newRecorder();
    await pass(turn, 20, false);
    clock.advance(30 * MINUTE_MS);
    await turn();
    expect(await incidents()).toEqual([]);
  });

  it("reads nothing while a simulated clock is held", async () => {
    clock.advance(SECOND_MS);
    const clocks = { humanClock: clock, marketClock: createVirtualClock(TEN), calendar: nseCalendar };
    const read = () => Promise.reject(new Error("read"));
    const turn = createIncidentRecorder({ store: store(), ...clocks, log: createLogger("silent"), read });
    await pass(turn, 120, false);
    clocks.marketClock.advance(SECOND_MS);
    await expect(turn()).rejects.toThrow("read");
  });

  it("ends an incident with the market, and then reads nothing until the next morning", async () => {
    clock.set(later(istInstant(DAY, istMinute(15, 28)), 0));
    await tickNow();
    const turn = newRecorder();
    await pass(turn, 14 * 60, false);
    const [[part, , ended] = []] = await incidents();
    expect([part, ended]).toEqual(["feed_fyers", (istInstant(DAY, istMinute(15, 30)) - TEN) / SECOND_MS]);
    await runSql(scratch.url, "ALTER TABLE desk_feeds RENAME TO away");
    try {
      await pass(turn, 60, false);
      clock.set(istInstant(istDate("2026-11-17"), istMinute(8, 0)));
      await expect(turn()).rejects.toThrow("desk_feeds");
    } finally {
      await runSql(scratch.url, "ALTER TABLE away RENAME TO desk_feeds");
    }
  });
});

describe("an outage of the database", () => {
  it("is one incident, however many workers report it, and none below a minute", async () => {
    await recordOutage(database, clock, 59 * SECOND_MS);
    expect(await incidents()).toEqual([]);
    await Promise.all([90, 91, 92].map((seconds) => recordOutage(database, clock, seconds * SECOND_MS)));
    const [[part, , ended] = [], ...others] = await incidents();
    expect([part, ended, others]).toEqual(["website", 0, []]);
  });
});

describe("the stored incidents", () => {
  it("can be neither changed nor deleted by the product, except for their end", async () => {
    await store().open("mail", TEN);
    const ask = (text: string) => database.pool.query(text);
    await expect(ask("UPDATE status_incident SET began_at = now()")).rejects.toThrow("permission denied");
    await expect(ask("DELETE FROM status_incident")).rejects.toThrow("permission denied");
    await store().close("mail", later(TEN, MINUTE_MS));
    expect(await incidents()).toEqual([["mail", 0, 60]]);
  });
});

/** Two accounts at Zerodha and one at Fyers with their log-ins, readiness and orders of one signal. */
const TRADED_DAY = `
  INSERT INTO users (id, email, name, dob, password_hash, role, created_at)
    VALUES ('3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001', 'status@example.com', 'Meera Nair', '1990-05-01', 'x', 'user', now());
  INSERT INTO signal (id, desk, trading_day, seq, epoch, isin, symbol, side, price_paise, stop_paise,
      median_turnover_paise, all_capital_paise, rotation_paise, made_at, valid_until, market_at, sentence, record)
    VALUES ('s1', 'fyers', '2026-11-16', 1, 1, 'INE040A01034', 'HDFCBANK', 'buy', 1, 1, 1, 1, 0,
      '2026-11-16T04:29:00Z', '2026-11-16T04:30:00Z', '2026-11-16T04:29:00Z', '', '{}');
  SELECT make_order_partitions('2026-11-16');
  INSERT INTO trading_account (id, user_id, broker, client_hash, created_at)
    SELECT 'a' || n, '3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001', CASE n WHEN 3 THEN 'fyers' ELSE 'zerodha' END, decode('0' || n, 'hex'), now()
    FROM generate_series(1, 4) n;
  INSERT INTO intent (tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing, cause,
      valid_until, status, is_final, has_fills, state, version, planned_at)
    SELECT 'T' || n, '2026-11-16', 'a' || n, 0, 'p' || n, 's1', 0, 'entry', 'buy', '{}', '{}', 'signal',
      '2026-11-16T04:30:00Z', 'filled', true, true, '{}', 1, now() FROM generate_series(1, 4) n;
  INSERT INTO approval_offer (tag, trading_day, account_id, user_id, broker, signal_id, isin, symbol, side, quantity,
      limit_paise, signal_price_paise, sentence, offered_at, until, token_hash)
    VALUES ('T4', '2026-11-16', 'a4', '3f0c8c1e-8a55-4c53-9a52-0d9fd0f3a001', 'zerodha', 's1', 'INE040A01034', 'HDFCBANK', 'buy', 1,
      1, 1, '', '2026-11-16T04:29:00Z', '2026-11-16T04:30:00Z', decode('ff', 'hex'));
  INSERT INTO wire_record (trading_day, tag, at, direction, call, text) VALUES
    ('2026-11-16', 'T1', '2026-11-16T04:29:00.200Z', 'request', 'place', ''),
    ('2026-11-16', 'T1', '2026-11-16T04:29:00.300Z', 'answer', 'place', ''),
    ('2026-11-16', 'T2', '2026-11-16T04:29:00.400Z', 'request', 'place', ''),
    ('2026-11-16', 'T3', '2026-11-16T04:29:00.600Z', 'request', 'place', ''),
    ('2026-11-16', 'T3', '2026-11-16T04:29:00.900Z', 'answer', 'place', ''),
    ('2026-11-16', 'T4', '2026-11-16T04:29:40Z', 'request', 'place', ''),
    ('2026-11-16', 'T4', '2026-11-16T04:29:40.100Z', 'answer', 'place', '')`;

describe("the facts", () => {
  it("measure orders from their signal, without those that a user approved, and a broker's answers", async () => {
    await runSql(scratch.url, TRADED_DAY);
    const { orders, brokers } = await store().readFacts(DAY, TEN);
    expect(orders).toMatchObject({ day: DAY, ageMs: MINUTE_MS, p50Ms: 400 });
    expect(orders?.p99Ms).toBeCloseTo(596);
    expect(new Set(brokers)).toEqual(
      new Set([
        { broker: "zerodha", connected: 0, unavailable: 0, sent: 3, answered: 2 },
        { broker: "fyers", connected: 0, unavailable: 0, sent: 1, answered: 1 },
      ]),
    );
    expect((await store().readFacts(DAY, later(TEN, 10 * MINUTE_MS))).brokers).toEqual([]);
  });

  it("are empty on a fresh database", async () => {
    expect(await store().readFacts(DAY, TEN)).toEqual({
      feeds: [{ desk: "fyers", lastTickAt: null }],
      brokers: [],
      orders: null,
      bucketsWithoutWorker: 0,
      mornings: null,
      mailAgeMs: null,
      paymentAgeMs: null,
    });
  });
});
