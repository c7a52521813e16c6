import { DAY_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createLedgerDigests } from "./ledger-digest.ts";

const clock = createVirtualClock(istInstant(istDate("2026-11-17"), istMinute(16, 0)));
let scratch: TestDatabase;
let database: Database;

const openDigests = () => createLedgerDigests({ database, humanClock: clock, marketClock: clock });
const owner = (sql: string) => runSql(scratch.url, sql);
const happen = (day: string, key: string, rupees: number) =>
  database.pool.query(
    `INSERT INTO ledger (trading_day, account_id, at, kind, key, fact)
     VALUES ($1, 'account', '2026-11-16T05:00:00Z', 'fill', $2, jsonb_build_object('rupees', $3::int))`,
    [day, key, rupees],
  );
const sealedDays = async () =>
  (
    await database.pool.query<{ day: string }>(
      "SELECT detail -> 'after' ->> 'day' AS day FROM audit_event WHERE kind = 'ledger_sealed' ORDER BY id",
    )
  ).rows.map(({ day }) => day);

beforeAll(async () => {
  scratch = await createTestDatabase();
  await owner("SELECT make_order_partitions('2026-11-16')");
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

it("the ledger digest of each past day is stored once by several processes", async () => {
  for (const key of ["a", "b", "c"]) await happen("2026-11-16", key, 100);
  await happen("2026-11-17", "today", 1);
  await Promise.all([openDigests().seal(), openDigests().seal()]);
  await openDigests().seal();
  expect(await sealedDays()).toEqual(["2026-11-16"]);
  expect(await openDigests().verify()).toEqual({ days: 1, firstFault: null });
});

it("the ledger digest seals a late fact after the others, and then the following day", async () => {
  await happen("2026-11-16", "late", 5);
  expect(await openDigests().verify()).toEqual({ days: 1, firstFault: null });
  clock.advance(DAY_MS);
  await openDigests().seal();
  expect(await sealedDays()).toEqual(["2026-11-16", "2026-11-16", "2026-11-17"]);
  expect(await openDigests().verify()).toEqual({ days: 2, firstFault: null });
});

it("the ledger digest detects a changed, removed or inserted fact", async () => {
  const change = (fact: string) => owner(`UPDATE ledger SET fact = '${fact}' WHERE key = 'b'`);
  await change('{"rupees": 99}');
  expect(await openDigests().verify()).toMatchObject({ firstFault: { day: "2026-11-16", what: "changed" } });
  expect(await openDigests().verify(istDate("2026-11-17"))).toEqual({ days: 1, firstFault: null });
  await change('{"rupees": 100}');
  expect((await openDigests().verify()).firstFault).toBeNull();
  await owner(
    "INSERT INTO ledger (id, trading_day, account_id, at, kind, key, fact) VALUES (0, '2026-11-16', 'account', now(), 'fill', 'slipped', '{}')",
  );
  expect((await openDigests().verify()).firstFault).toMatchObject({ what: "changed" });
  await owner("DELETE FROM ledger WHERE key = 'slipped'");
  await owner("DELETE FROM ledger WHERE key = 'late'");
  expect((await openDigests().verify()).firstFault).toEqual({ day: "2026-11-16", what: "missing" });
});
