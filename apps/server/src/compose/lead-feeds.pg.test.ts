import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { openOwnerPool } from "../testing/sql.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { FEEDS_NOW } from "./lead-feeds.ts";

const clock = createVirtualClock();
let all: TestProduct;
let engine: TestProduct;
let worker: TestProduct;
beforeAll(async () => {
  all = await startTestProduct({ clock });
  engine = await startTestProduct({ beside: all, role: "engine", clock });
  worker = await startTestProduct({ beside: all, role: "worker", clock });
});
afterAll(async () => {
  await worker.close();
  await engine.close();
  await all.close();
});

interface LeaderLine {
  readonly epoch: number;
  readonly msg: string;
}

const leaderLinesOf = (product: TestProduct): readonly LeaderLine[] =>
  product.log.flatMap((line) => {
    const parsed = JSON.parse(line) as LeaderLine & { readonly name?: string };
    return parsed.name === "market feeds" ? [parsed] : [];
  });

const isLeading = (product: TestProduct): boolean => leaderLinesOf(product).at(-1)?.msg === "leader: acquired";
const epochs = (...products: TestProduct[]) => products.flatMap(leaderLinesOf).map(({ epoch }) => epoch);

/** Ends the leader's connection, as if its process were gone. */
const killLeader = () =>
  all.query(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7262005 AND granted",
  );

describe("the market feeds", () => {
  it("run in exactly one eligible process, and never in a worker", async () => {
    await expect.poll(() => [isLeading(all), isLeading(engine)].filter(Boolean)).toHaveLength(1);
    expect(epochs(all, engine)).toEqual([1]);
    expect(leaderLinesOf(worker)).toEqual([]);
  });

  it("are taken over when the leader's connection is lost, in a new epoch", async () => {
    await killLeader();
    await expect.poll(() => Math.max(...epochs(all, engine))).toBe(2);
    expect([isLeading(all), isLeading(engine)].filter(Boolean)).toHaveLength(1);
  });
});

describe("what the work watch asks about the feeds", () => {
  it("changes with each login at the same instant and with each list of the day's instruments", async () => {
    const scratch = await createTestDatabase();
    const pool = openOwnerPool(scratch.url);
    const answers: string[] = [];
    async function ask(): Promise<void> {
      const text = `SELECT $1::timestamptz, $2::timestamptz, (${FEEDS_NOW}) AS now`;
      const { rows } = await pool.query<{ now: string }>(text, [null, null, "2026-11-16"]);
      answers.push(rows[0]?.now ?? "");
    }
    await ask();
    const login = "INSERT INTO desk_feeds (desk, sealed_session, session_from) VALUES ('fyers', $1, 'epoch')";
    for (const sealed of ["one", "two"]) {
      await pool.query(`${login} ON CONFLICT (desk) DO UPDATE SET sealed_session = EXCLUDED.sealed_session`, [sealed]);
      await ask();
    }
    await pool.query(
      `INSERT INTO due_steps (kind, subject, trading_day, due_at, useful_until, rank, lane, run_at)
       VALUES ('instruments', 'angelone', '2026-11-16', now(), now(), 1, 'x', now())`,
    );
    await ask();
    await pool.query("UPDATE due_steps SET state = 'done', ran_at = now()");
    await ask();
    expect(new Set(answers).size).toBe(answers.length);
    await pool.end();
    await scratch.drop();
  });
});
