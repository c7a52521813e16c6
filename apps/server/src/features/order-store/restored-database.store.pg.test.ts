import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import { accountIn, entryOf, exitOf, STORE_NOW } from "@vriddhi/execution/store-suite/store-fixture";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { migrateDatabase } from "../../platform/db/migrate.ts";
import { startPostgres } from "../../platform/postgres/start-postgres.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { haltAllAccounts, liftHalt } from "./halt.ts";
import { createKillSwitch } from "./kill-switch.ts";
import { createPgOrderStore } from "./order.store.pg.ts";
import { guardRestored } from "./restored-database.ts";

const BUCKET = 7;
const account = accountIn(BUCKET);
const LEASE_MS = 10 * SECOND_MS;
const clock = createVirtualClock(STORE_NOW);

let scratch: TestDatabase;
let database: Database;
let store: OrderStore;
let refused = 0;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 2, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(async () => {
  await runSql(scratch.url, "TRUNCATE intent, ledger, bucket_owner, order_block, order_block_epoch");
  refused = 0;
  printed = [];
  store = guardRestored({
    store: createPgOrderStore(database),
    database,
    onRestored: () => {
      refused += 1;
    },
  });
});

const lease = () => store.lease("w1", [BUCKET], LEASE_MS);
const lineage = async (): Promise<string> => {
  const { rows } = await database.pool.query<{ lineage: string }>("SELECT lineage FROM order_block_epoch");
  return rows[0]?.lineage ?? "";
};
/** The row as the backup of another timeline or server has it. */
const comeFrom = (other: string) => runSql(scratch.url, `UPDATE order_block_epoch SET lineage = '${other}'`);
const otherTimeline = async () => comeFrom((await lineage()).replace(/\/.*/, "/000000FF"));

const killSwitch = createKillSwitch({ accounts: { ofUser: async () => [] }, humanClock: clock, marketClock: clock });
let printed: string[] = [];
const halting = () => ({
  database,
  killSwitch,
  print: (line: string) => void printed.push(line),
  pause: async () => undefined,
});

describe("a worker on a restored database", () => {
  it("leases as ever where the first lease came from the same server and timeline", async () => {
    expect(await lease()).toHaveLength(1);
    expect(await lineage()).toMatch(/^\d+\/[0-9A-F]{8}$/);
    expect(await lease()).toHaveLength(1);
    expect([refused, await store.listBlocks()]).toEqual([0, []]);
  });

  it("gets no account on another timeline, nor renews one, and all entries are blocked", async () => {
    expect(await lease()).toHaveLength(1);
    await otherTimeline();
    expect(await lease()).toEqual([]);
    expect(await lease()).toEqual([]);
    expect(await store.listBlocks()).toMatchObject([{ accountId: null, cause: "operator", closesPositions: false }]);
    expect(refused).toBe(2);
  });

  it("does not cover the buckets of a lost host either", async () => {
    await store.lease("lost", [BUCKET], 1);
    await expect.poll(() => store.releaseOverdue("lost", 0)).toBe(1);
    await otherTimeline();
    expect(await lease()).toEqual([]);
    await liftHalt(halting());
    expect(await lease()).toMatchObject([{ bucket: BUCKET, isCovering: true }]);
  });

  it("needs no cover after the lift for the buckets that it held before the restore", async () => {
    await store.lease("w2", [BUCKET], 1);
    await otherTimeline();
    await expect.poll(() => store.releaseOverdue("w2", 0)).toBe(1);
    expect(await store.lease("w2", [BUCKET], LEASE_MS)).toEqual([]);
    await liftHalt(halting());
    expect(await lease()).toMatchObject([{ bucket: BUCKET, isCovering: false }]);
  });

  it("gets no account of a dump that was loaded into another server", async () => {
    await lease();
    await comeFrom("7000000000000000001/00000001");
    expect(await lease()).toEqual([]);
  });

  it("trades again when the operator has lifted the halt", async () => {
    await lease();
    await otherTimeline();
    expect(await lease()).toEqual([]);
    await liftHalt(halting());
    expect(printed).toEqual([expect.any(String), expect.stringMatching(/^Warning: this database was restored/)]);
    expect(await lease()).toHaveLength(1);
    expect(await store.listBlocks()).toEqual([]);
    await liftHalt(halting());
    expect(printed.slice(2)).toEqual(["The block of all accounts is lifted."]);
  });

  it("keeps an earlier halt that closes positions as it is", async () => {
    await lease();
    await otherTimeline();
    await haltAllAccounts(halting());
    expect(await lease()).toEqual([]);
    expect(await store.listBlocks()).toMatchObject([{ closesPositions: true }]);
  });

  it("looks up an exit that waited at the restored instant instead of sending it", async () => {
    const [held] = await lease();
    if (held === undefined) throw new Error("the bucket was not given");
    const entry = entryOf("entry", account, "signal");
    const exit = exitOf("exit", entry, 1);
    await store.addEntries(held, [entry], []);
    await store.addExit(held, exit, []);
    await otherTimeline();
    await lease();
    const { orders } = await store.loadAccount(account, entry.day);
    expect(bucketOf(account)).toBe(BUCKET);
    expect(orders.find(({ tag }) => tag === exit.tag)?.state.status).toBe("sending");
  });
});

describe("a failover", () => {
  it("to a synchronous standby loses no commit and needs no operator", async () => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-synchronous-"));
    fs.chmodSync(home, 0o755); // as root the database runs as another user, who must enter
    // No standby is there to wait for.
    const settings = ["synchronous_standby_names=*", "synchronous_commit=local"];
    const server = await startPostgres({ home, settings, log: () => undefined });
    await migrateDatabase(server.url);
    const own = openDatabase(server.url, { max: 2, kept: { orders: 2 }, role: APP_ROLE, onError: () => {} });
    try {
      const guarded = guardRestored({ store: createPgOrderStore(own), database: own, onRestored: () => undefined });
      await guarded.lease("w1", [BUCKET], LEASE_MS);
      await runSql(server.url, "UPDATE order_block_epoch SET lineage = split_part(lineage, '/', 1) || '/000000FF'");
      expect(await guarded.lease("w1", [BUCKET], LEASE_MS)).toHaveLength(1);
      await runSql(server.url, "UPDATE order_block_epoch SET lineage = '7000000000000000001/00000001'");
      expect(await guarded.lease("w1", [BUCKET], LEASE_MS)).toEqual([]);
    } finally {
      await own.close();
      await server.stop();
      fs.rmSync(home, { recursive: true, force: true, maxRetries: 20 });
    }
  });
});
