import { moveOrder } from "@vriddhi/core/order/order-transition";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderStore } from "@vriddhi/execution/ports/order-store";
import { type BucketLease, bucketOf } from "@vriddhi/execution/ports/ownership";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import {
  accountsIn,
  entryOf,
  exitOf,
  plannedEvent,
  STORE_DAY,
  STORE_NOW,
} from "@vriddhi/execution/store-suite/store-fixture";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runFor } from "../../platform/db/async-context.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { runSql } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPgOrderStore } from "./order.store.pg.ts";

const BUCKETS = [3, 4, 5, 6];
const PER_BUCKET = 100;
const ACCOUNTS = BUCKETS.length * PER_BUCKET;
/** At most 256 callers share a statement, and the first one leaves alone. */
const STATEMENTS_MAX = 4;
const HARDLY_ANY = 8;

let scratch: TestDatabase;
let database: Database;
let counting: Database;
let store: OrderStore;
let leases: ReadonlyMap<number, BucketLease>;
let entries: readonly StoredOrder[];
let statements = 0;
const texts = new Map<string, string>();
let names: string[] = [];

const leaseOf = ({ accountId }: StoredOrder): BucketLease => {
  const lease = leases.get(bucketOf(accountId));
  if (lease === undefined) throw new Error("the bucket was not given");
  return lease;
};

async function counted<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly count: number }> {
  const before = statements;
  const value = await work();
  return { value, count: statements - before };
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 1, kept: { orders: 4 }, role: APP_ROLE, onError: () => {} });
  counting = {
    ...database,
    pool: {
      query: (...asked: Parameters<typeof database.pool.query>) => {
        statements += 1;
        const { name, text } = asked[0] as unknown as { readonly name: string; readonly text: string };
        texts.set(name.split("/")[0] ?? "", text);
        names.push(name);
        return database.pool.query(...asked);
      },
    },
  } as unknown as Database;
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});
beforeEach(async () => {
  store = createPgOrderStore(counting);
  await runSql(
    scratch.url,
    "TRUNCATE intent, command, ledger, wire_record, bucket_owner, order_block, order_block_epoch",
  );
  const given = await store.lease("w1", BUCKETS, 10 * SECOND_MS);
  leases = new Map(given.map((lease) => [lease.bucket, lease]));
  entries = BUCKETS.flatMap((bucket) =>
    accountsIn(bucket, PER_BUCKET).map((account, n) => entryOf(`b${bucket}n${n}e`, account, "s1")),
  );
  await store.blockEpoch();
  await store.block({ accountId: null, cause: "operator", setAt: STORE_NOW, closesPositions: false }, []);
  await store.unblock(null, "operator", []);
});

const addAll = () =>
  Promise.all(entries.map((order) => store.addEntries(leaseOf(order), [order], [plannedEvent(order)])));

describe("many accounts that act at once", () => {
  it("many accounts store their entries in few statements, each caller with its own answer", async () => {
    const { value, count } = await counted(addAll);
    expect(value).toEqual(entries.map(({ tag }) => ({ ok: true, value: [tag] })));
    expect(count).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(await addAll()).toEqual(entries.map(() => ({ ok: true, value: [] })));
  });

  it("many accounts store, claim and change their exits in few statements", async () => {
    await addAll();
    const exits = entries.map((entry, n) => exitOf(`x${n}e`, entry, 1));
    const added = await counted(() =>
      Promise.all(exits.map((exit) => store.addExit(leaseOf(exit), exit, [plannedEvent(exit)]))),
    );
    expect(added.value).toEqual(exits.map((exit) => ({ ok: true, value: exit })));
    const claimed = await counted(() =>
      Promise.all(
        exits.map((exit) => {
          const moved = moveOrder(exit.state, { kind: "claimed", at: STORE_NOW });
          if (!moved.ok) throw new Error("a ready order can be claimed");
          const { tag, version, pricing } = exit;
          return store.claim(leaseOf(exit), { tag, version, pricing, state: moved.value }, [], STORE_NOW);
        }),
      ),
    );
    expect(claimed.value).toMatchObject(exits.map(({ tag }) => ({ ok: true, value: { tag, version: 2 } })));
    const command = { kind: "cancel", n: 1, sentAt: STORE_NOW, answer: "none" } as const;
    const commanded = await counted(() =>
      Promise.all(
        exits.map((exit) => store.addCommand(leaseOf(exit), { tag: exit.tag, command, verdict: "open" }, 2, [])),
      ),
    );
    expect(commanded.value).toEqual(exits.map(() => ({ ok: true, value: null })));
    const answered = await counted(() =>
      Promise.all(exits.map((exit) => store.answerCommand(leaseOf(exit), exit.tag, 1, "taken"))),
    );
    expect(answered.value).toEqual(exits.map(() => ({ ok: true, value: null })));
    for (const { count } of [added, claimed, commanded, answered]) expect(count).toBeLessThanOrEqual(STATEMENTS_MAX);
    const [first] = exits;
    if (first === undefined) throw new Error("there are exits");
    const { commands } = await store.loadAccount(first.accountId, STORE_DAY);
    expect(commands).toMatchObject([{ tag: first.tag, command: { answer: "taken" } }]);
  });

  it("a shared statement refuses only the callers that have lost their bucket", async () => {
    await store.declareDead("w1");
    await store.lease("w2", [BUCKETS[0] ?? 0], 10 * SECOND_MS);
    await store.lease("w1", BUCKETS, 10 * SECOND_MS).then((given) => {
      const kept = new Map(given.map((lease) => [lease.bucket, lease]));
      leases = new Map([...leases, ...kept]);
    });
    const answers = await addAll();
    const isLost = ({ accountId }: StoredOrder): boolean => bucketOf(accountId) === BUCKETS[0];
    expect(answers).toEqual(
      entries.map((order) =>
        isLost(order) ? { ok: false, error: { kind: "not_owner" } } : { ok: true, value: [order.tag] },
      ),
    );
  });

  it("a shared statement refuses only the entries of blocked accounts", async () => {
    const [blocked] = entries;
    if (blocked === undefined) throw new Error("there are entries");
    const block = { accountId: blocked.accountId, cause: "run_stopped", setAt: STORE_NOW, closesPositions: true };
    await store.block({ ...block, cause: "run_stopped" }, []);
    const answers = await addAll();
    expect(answers.filter((answer) => answer.ok && answer.value.length === 1)).toHaveLength(ACCOUNTS - 1);
    expect(answers[0]).toEqual({ ok: true, value: [] });
  });

  /** Returns the generic query plan, which does not depend on the parameters. */
  async function genericPlanOf(text: string): Promise<readonly string[]> {
    const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
    const nothing = Array.from({ length: Math.max(...places) }, () => "NULL").join(", ");
    const client = await runFor("orders", () => database.pool.connect());
    try {
      await client.query("SET plan_cache_mode TO force_generic_plan");
      await client.query(`PREPARE asked AS ${text}`);
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN EXECUTE asked(${nothing})`);
      await client.query("DEALLOCATE asked");
      return rows.map((row) => row["QUERY PLAN"] ?? "");
    } finally {
      client.release();
    }
  }

  it("finds each order by its tag, although the plan was made while hardly any existed", async () => {
    const [entry] = entries;
    if (entry === undefined) throw new Error("there are entries");
    for (const order of entries.slice(0, HARDLY_ANY)) await store.addEntries(leaseOf(order), [order], []);
    await runSql(scratch.url, "ANALYZE intent, command");
    const { tag, version, pricing, state } = entry;
    const update = { tag, version, pricing, state };
    await store.claim(leaseOf(entry), update, [], STORE_NOW);
    await store.record(leaseOf(entry), [update], []);
    const command = { kind: "cancel", n: 1, sentAt: STORE_NOW, answer: "none" } as const;
    await store.addCommand(leaseOf(entry), { tag, command, verdict: "open" }, version, []);
    await store.answerCommand(leaseOf(entry), tag, 1, "taken");
    const found = ["order_claim", "order_change", "order_add_commands", "order_answer_commands"];
    for (const name of found) {
      const lines = await genericPlanOf(texts.get(name) ?? "");
      const scans = lines.flatMap((line, at) =>
        / Scan .*on (intent|command)/.test(line) ? [lines[at + 1] ?? ""] : [],
      );
      expect(scans, name).not.toEqual([]);
      for (const scan of scans) expect(scan, name).toMatch(/Index Cond: \(\(?tag = /);
    }
  });

  it("plans the statement again when the orders have multiplied", async () => {
    names = [];
    await addAll();
    await addAll();
    const kinds = new Set(names.filter((name) => name.startsWith("order_add_entries")));
    expect(kinds.size).toBeGreaterThan(1);
  });
});
