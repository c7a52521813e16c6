import { SECOND_MS } from "@vriddhi/core/time/clock";
import { EXECUTOR_SETTINGS, TAKE_OVER_AFTER_MS } from "@vriddhi/execution/settings";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPgOrderStore } from "../features/order-store/order.store.pg.ts";
import { createOrderUpkeepStore } from "../features/order-store/order-upkeep.store.pg.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { isProvedDead, workerSessionOf } from "../platform/process/worker-session.ts";
import { runSql } from "../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createOwnerWatch, SEEN_OVERDUE_MS } from "./owner-watch.ts";

const { leaseMs } = EXECUTOR_SETTINGS;
const OTHER = "there/7/70/abcd/boot-1";
const EARLIER = "here/7/70/abcd/boot-1";
const kernel = { host: "here", bootId: "boot-2", pidNamespace: "1", upMs: 20 * SECOND_MS };

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
beforeEach(() => runSql(scratch.url, "TRUNCATE bucket_owner"));

function open() {
  let nowMs = 0;
  const said: string[] = [];
  const note = (_fields: unknown, message: string) => void said.push(message);
  const orders = createPgOrderStore(database);
  const look = createOwnerWatch({
    orders,
    upkeep: createOrderUpkeepStore(database),
    own: "here/1/1/abcd/boot-2",
    monotonic: { nowMs: () => nowMs },
    isOwnerDead(name, silentMs) {
      const session = workerSessionOf(name);
      return session !== null && isProvedDead(session, kernel, silentMs);
    },
    log: { info: note, warn: note, error: note },
  });
  return {
    orders,
    said,
    lease: async (worker: string) => (await orders.lease(worker, [5], leaseMs))[0],
    age: (ms: number) => runSql(scratch.url, `UPDATE bucket_owner SET lease_until = lease_until - interval '${ms} ms'`),
    async lookFor(ms: number) {
      for (const end = nowMs + ms; nowMs <= end; nowMs += SECOND_MS) await look();
    },
    async outage(ms: number) {
      nowMs += ms;
      await look();
    },
  };
}

describe("the watch over other workers", () => {
  it("covers the buckets of a worker of another host after the bound, and not before it", async () => {
    const { lease, age, lookFor, said } = open();
    await lease(OTHER);
    await age(leaseMs + TAKE_OVER_AFTER_MS - 2 * SECOND_MS);
    await lookFor(2 * SEEN_OVERDUE_MS);
    expect(await lease("heir")).toBeUndefined();
    await age(3 * SECOND_MS);
    await lookFor(SECOND_MS);
    expect(await lease("heir")).toMatchObject({ isCovering: true });
    expect(said).toEqual(["orders: worker lost, its accounts are covered"]);
  });

  it("lets live owners renew first when the database was away for longer than the bound", async () => {
    const { lease, age, lookFor, outage } = open();
    await lease(OTHER);
    await lookFor(SECOND_MS);
    await age(leaseMs + 2 * TAKE_OVER_AFTER_MS);
    await outage(2 * TAKE_OVER_AFTER_MS);
    await lookFor(SEEN_OVERDUE_MS - SECOND_MS);
    expect(await lease("heir")).toBeUndefined();
    expect(await lease(OTHER)).toMatchObject({ isCovering: false });
    await lookFor(2 * SEEN_OVERDUE_MS);
    expect(await lease("heir")).toBeUndefined();
  });

  it("frees in full what a worker of this host's earlier start held, once its lease ran out", async () => {
    const { lease, age, lookFor } = open();
    await lease(EARLIER);
    await lookFor(SECOND_MS);
    expect(await lease("heir")).toBeUndefined();
    await age(kernel.upMs);
    await lookFor(0);
    expect(await lease("heir")).toMatchObject({ isCovering: false });
  });

  it("ends covering mode when the lost host starts again", async () => {
    const { orders, lease, age, lookFor } = open();
    await lease(EARLIER);
    await age(leaseMs + TAKE_OVER_AFTER_MS + SECOND_MS);
    await orders.releaseOverdue(EARLIER, TAKE_OVER_AFTER_MS);
    expect(await lease("heir")).toMatchObject({ isCovering: true });
    await lookFor(0);
    expect(await lease("heir")).toMatchObject({ isCovering: false });
  });
});
