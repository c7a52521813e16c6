import { DAY_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { APP_ROLE, type Database, openDatabase } from "../db/database.ts";
import { createAudit } from "./audit.ts";
import { type AuditHead, createAuditSeals } from "./audit-seal.ts";

const clock = createVirtualClock();
const mailed: AuditHead[] = [];
let scratch: TestDatabase;
let database: Database;

const openSeal = (given: Database = database) =>
  createAuditSeals({ database: given, clock, onDayEnded: async (_tx, head) => void mailed.push(head) });
const open = () => openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
const owner = (sql: string) => runSql(scratch.url, sql);

async function happen(count: number): Promise<void> {
  const audit = createAudit(database, clock);
  for (let n = 0; n < count; n++)
    await audit.record({ kind: "login", userId: null, ip: `127.0.0.${n}`, before: { n }, after: { n: n + 1 } });
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = open();
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

describe("the sealed audit", () => {
  it("chains every row once when several processes seal repeatedly", async () => {
    await happen(7);
    await Promise.all([openSeal().seal(), openSeal().seal(), openSeal().seal()]);
    await happen(3);
    expect(await openSeal().verify()).toMatchObject({ sealedRows: 7, unsealedRows: 3, firstFault: null });
    await openSeal().seal();
    const verdict = await openSeal().verify();
    expect(verdict).toMatchObject({ sealedRows: 10, unsealedRows: 0, firstFault: null, head: { n: 2 } });
  });

  it("is complete after a restart, and recognises an earlier head of its chain", async () => {
    const { head } = await openSeal().verify();
    const fresh = open();
    expect(await openSeal(fresh).verify(head?.head)).toMatchObject({ firstFault: null, isKnown: true });
    expect(await openSeal(fresh).verify("0".repeat(64))).toMatchObject({ firstFault: null, isKnown: false });
    await fresh.close();
  });

  it("seals a late-committed row after rows with higher numbers", async () => {
    const before = await openSeal().verify();
    await owner("INSERT INTO audit_event (id, at, kind, ip) VALUES (100, now(), 'late', '')");
    await openSeal().seal();
    await owner("INSERT INTO audit_event (id, at, kind, ip) VALUES (50, now(), 'later', '')");
    await openSeal().seal();
    expect(await openSeal().verify()).toMatchObject({
      sealedRows: before.sealedRows + 2,
      unsealedRows: 0,
      firstFault: null,
    });
  });

  it("reports the day's last head with the first seal of the next day", async () => {
    const { head } = await openSeal().verify();
    expect(mailed).toEqual([]);
    clock.advance(DAY_MS);
    await happen(1);
    await openSeal().seal();
    await happen(1);
    await openSeal().seal();
    expect(mailed).toEqual([head]);
  });

  it("cannot be changed by the product itself", async () => {
    for (const sql of [
      "UPDATE audit_seal SET rows = 0",
      "DELETE FROM audit_sealed_row",
      "UPDATE audit_event SET ip = ''",
    ])
      await expect(database.pool.query(sql)).rejects.toMatchObject({ code: "42501" });
  });

  it("detects a row that the database owner changed, and its batch", async () => {
    await owner("UPDATE audit_event SET ip = '10.0.0.1' WHERE id = 3");
    expect((await openSeal().verify()).firstFault).toEqual({ seal: 1, fromRow: 1, toRow: 7, what: "changed" });
    await owner("UPDATE audit_event SET ip = '127.0.0.2' WHERE id = 3");
    expect((await openSeal().verify()).firstFault).toBeNull();
  });

  it("detects a deleted row", async () => {
    await owner("DELETE FROM audit_event WHERE id = 9");
    expect((await openSeal().verify()).firstFault).toMatchObject({ seal: 2, what: "missing" });
  });
});
