import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { openOwnerPool } from "../testing/sql.ts";

/** A stopped clock on a Sunday, so that no work falls due. */
const CLOSED = "2026-11-15T12:00:00+05:30@0";
const TRANSACTIONS_PER_SECOND_MAX = 5;
/** Long enough that the counts of a session, which PostgreSQL adds up to ten seconds late, change the rate little. */
const MEASURED_MS = 20_000;
/** The start of the product takes some of them, and more on a slow machine. */
const WINDOWS_MAX = 8;

let product: TestProduct;
let counter: ReturnType<typeof openOwnerPool>;
beforeAll(async () => {
  counter = openOwnerPool(inject("postgres").serverUrl);
  product = await startTestProduct({ env: { SANDBOX_CLOCK: CLOSED } });
});
afterAll(async () => {
  await product.close();
  await counter.end();
});

/** PostgreSQL counts a statement outside of a transaction as one too. */
async function transactions(): Promise<number> {
  const name = new URL(product.databaseUrl).pathname.slice(1);
  const { rows } = await counter.query<{ count: number }>(
    "SELECT (xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database WHERE datname = $1",
    [name],
  );
  return rows[0]?.count ?? Number.NaN;
}

async function perSecond(): Promise<number> {
  const [before, startedMs] = [await transactions(), performance.now()];
  await sleep(MEASURED_MS);
  return ((await transactions()) - before) / ((performance.now() - startedMs) / 1_000);
}

describe("an idle product", () => {
  // The test waits for real time because it measures a rate; a slow machine only lowers it.
  it("comes to rest at no more than five database transactions a second", async () => {
    let rate = await perSecond();
    for (let window = 1; window < WINDOWS_MAX && rate > TRANSACTIONS_PER_SECOND_MAX; window++) rate = await perSecond();
    expect(rate).toBeLessThanOrEqual(TRANSACTIONS_PER_SECOND_MAX);
    expect(rate).toBeGreaterThan(0);
  });
});
