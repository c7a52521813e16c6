import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { demoUsers } from "./seed.ts";

const [demo] = demoUsers;
let product: TestProduct;

interface Days<Name extends string> {
  readonly days: readonly Readonly<Record<"trading_day" | Name, string>>[];
}

interface Row {
  readonly trading_day: string;
  readonly account_id: string;
  readonly fact: LedgerFact;
}

beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasDemoLinks: true } });
});
afterAll(() => product.close());

const pastRows = () =>
  product.query<Row>(
    `SELECT trading_day::text, account_id, fact FROM ledger
     WHERE account_id = (SELECT account_id FROM broker_links WHERE user_id = $1 AND broker = 'angelone') ORDER BY id`,
    [demo.id],
  );

describe("the demo user's past", () => {
  it("has a month of runs, each with a report, also without a trade", async () => {
    const here = await product.signIn(demo);
    const { days } = (await product.send("GET", "/algorithm/history", { as: here })).json<Days<"net_paise">>();
    const drift = (await product.send("GET", "/algorithm/drift", { as: here })).json<Days<"sentence">>();
    const runs = await product.query<{ trading_day: string }>(
      "SELECT trading_day::text FROM algo_run WHERE user_id = $1 AND stopped_at IS NOT NULL",
      [demo.id],
    );
    expect(days.length).toBeGreaterThan(10);
    expect(runs.length).toBeGreaterThanOrEqual(days.length);
    expect(drift.days[0]?.sentence).toMatch(/^(Replaying|No share was good enough)/);
    const alerts = await product.query("SELECT 1 FROM order_alert");
    expect(alerts).toEqual([]);
  });

  it("has a trace of each order", async () => {
    const here = await product.signIn(demo);
    const [first] = (await pastRows()).flatMap(({ fact }) => (fact.kind === "fill" ? [fact] : []));
    const reply = await product.send("GET", `/orders/${first?.tag}/trace`, { as: here });
    expect(reply.statusCode).toBe(200);
  });

  it("is the same after a reset", async () => {
    const before = (await pastRows()).map(({ trading_day, fact }) => ({ trading_day, fact }));
    await product.send("POST", "/sandbox/reset");
    expect((await pastRows()).map(({ trading_day, fact }) => ({ trading_day, fact }))).toEqual(before);
  });
});
