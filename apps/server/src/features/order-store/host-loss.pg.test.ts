import { SECOND_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAudit } from "../../platform/audit/audit.ts";
import { systemClock } from "../../platform/clock/system-clock.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createBucketAlarm } from "./bucket-alarm.ts";
import { declareHostDead, workersOf } from "./declare-host-dead.ts";
import { createPgOrderStore } from "./order.store.pg.ts";
import { createOrderUpkeepStore } from "./order-upkeep.store.pg.ts";

const LEASE_MS = 10 * SECOND_MS;
const LOST = "host-b/7/70/abcd/boot-1";
const RESTARTED = "host-b/9/90/abcd/boot-1";

let scratch: TestDatabase;
let database: Database;
beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 2, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(() => runSql(scratch.url, "TRUNCATE bucket_owner, audit_event"));

const passTime = (ms: number) =>
  runSql(scratch.url, `UPDATE bucket_owner SET lease_until = lease_until - interval '${ms} ms'`);

function open() {
  const orders = createPgOrderStore(database);
  const deps = { database, upkeep: createOrderUpkeepStore(database), audit: createAudit(database, systemClock) };
  return {
    deps,
    orders,
    lease: (worker: string, ...buckets: number[]) => orders.lease(worker, buckets, LEASE_MS),
    audited: async () =>
      (await database.pool.query("SELECT kind, detail->'after' AS after FROM audit_event ORDER BY id")).rows,
  };
}

describe("declaring a host dead", () => {
  it("frees what its workers own, ends covering mode for them and leaves an audit row", async () => {
    const { deps, orders, lease, audited } = open();
    await lease(LOST, 1);
    await passTime(2 * LEASE_MS);
    await orders.releaseOverdue(LOST, 0);
    expect(await lease("host-a/1/1/abcd/boot-9", 1)).toMatchObject([{ isCovering: true }]);
    await lease(RESTARTED, 2);
    await runSql(scratch.url, "UPDATE bucket_owner SET lease_until = now() - interval '1 s' WHERE bucket = 2");
    const found = await workersOf(deps, "host-b");
    expect(found.map(({ worker, buckets, covered }) => [worker, buckets, covered]).toSorted()).toEqual([
      [LOST, 0, 1],
      [RESTARTED, 1, 0],
    ]);
    expect(await declareHostDead(deps, "host-b", found)).toBe(2);
    expect(await lease("host-a/1/1/abcd/boot-9", 1, 2)).toMatchObject([{ isCovering: false }, { isCovering: false }]);
    expect(await audited()).toEqual([
      { kind: "desk_host_declared_dead", after: { host: "host-b", workers: 2, buckets: 2 } },
    ]);
  });

  it("refuses a host that renews its lease, at once and when it renews in between", async () => {
    const { deps, lease, audited } = open();
    await lease(LOST, 1);
    await expect(workersOf(deps, "host-b")).rejects.toThrow("it is alive");
    await passTime(2 * LEASE_MS);
    const found = await workersOf(deps, "host-b");
    await lease(LOST, 1);
    await expect(declareHostDead(deps, "host-b", found)).rejects.toThrow("it is alive");
    expect(await lease("host-a/1/1/abcd/boot-9", 1)).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  it("refuses an unknown host and names those that have accounts", async () => {
    const { deps, lease } = open();
    await lease(LOST, 1);
    await expect(workersOf(deps, "host-c")).rejects.toThrow("Hosts with accounts: host-b.");
  });
});

describe("the bucket alarm of several workers", () => {
  it("alerts once for an incident and once for its end", async () => {
    const { lease } = open();
    const sent: string[] = [];
    const workers = [1, 2].map(() =>
      createBucketAlarm({
        database,
        sendAlert: async (_tx, news) => void sent.push(news),
      }),
    );
    const look = () => Promise.all(workers.map((run) => run()));
    await lease(LOST, 1, 2);
    await passTime(LEASE_MS + 5 * SECOND_MS);
    await look();
    expect(sent).toEqual([]);
    await passTime(6 * SECOND_MS);
    for (let n = 0; n < 3; n++) await look();
    expect(sent).toEqual(["ownerless"]);
    await lease(LOST, 1);
    await look();
    expect(sent).toEqual(["ownerless"]);
    await lease(LOST, 2);
    for (let n = 0; n < 3; n++) await look();
    expect(sent).toEqual(["ownerless", "owned"]);
  });
});
