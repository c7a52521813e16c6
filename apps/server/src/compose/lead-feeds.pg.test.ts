import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../testing/product.ts";

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
