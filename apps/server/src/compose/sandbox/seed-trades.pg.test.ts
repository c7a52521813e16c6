import { accountId } from "@vriddhi/core/allocation/account-id";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger, oursByShare } from "@vriddhi/core/ledger/ledger-fold";
import { profitOfDay } from "@vriddhi/core/ledger/profit";
import { epochMs } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { demoUsers } from "./seed.ts";

const [demo] = demoUsers;
let product: TestProduct;

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

describe("the demo person's past", () => {
  it("is a month of days, each flat at its end and with the result that its own fills come to", async () => {
    const rows = await pastRows();
    const days = [...new Set(rows.map((row) => row.trading_day))];
    expect(days.length).toBeGreaterThan(10);
    for (const day of days) {
      const events = rows
        .filter((row) => row.trading_day === day)
        .map(({ account_id, fact }) => ({ accountId: accountId(account_id), day: istDate(day), at: epochMs(0), fact }));
      const totals = foldLedger(events);
      expect(oursByShare(totals).size, day).toBe(0);
      const { gross, net, charges } = profitOfDay(totals, tariffOf("angelone"));
      expect(events.at(-1)?.fact).toEqual({ kind: "day_closed", gross, charges: charges.total, net });
    }
  });

  it("is told by the trace of each of its orders", async () => {
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
