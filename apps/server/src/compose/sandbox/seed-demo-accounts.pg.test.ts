import { rupees } from "@vriddhi/core/shared/money";
import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { demoAccountsOf } from "./demo-accounts.ts";

const COUNT = 6;
const people = demoAccountsOf(COUNT);
let product: TestProduct;

const linked = async () =>
  product.query<{ user_id: string; broker: string }>(
    "SELECT user_id, broker FROM broker_links WHERE user_id::text LIKE 'c0000000%' AND session_until > $1 ORDER BY user_id",
    ["2026-11-16T03:10:00Z"],
  );

const allLinked = () =>
  eventually("every demo account has a session", async () => {
    const rows = await linked();
    return rows.length === COUNT ? rows : null;
  });

beforeAll(async () => {
  product = await startTestProduct({ env: { SANDBOX_ACCOUNTS: String(COUNT) } });
});
afterAll(() => product.close());

describe("the sandbox's demo accounts", () => {
  it("are spread over three brokers and from the smallest capital to ten lakh", () => {
    const fifty = demoAccountsOf(50);
    expect(fifty[0]?.capital).toBe(rupees(500));
    expect(fifty.at(-1)?.capital).toBe(rupees(1_000_000));
    expect(new Set(fifty.map(({ broker }) => broker)).size).toBe(3);
    expect(new Set(fifty.map(({ clientId }) => clientId)).size).toBe(50);
    for (const { capital, band, cash } of fifty) {
      expect(capital).toBeLessThanOrEqual(band);
      expect(cash).toBeGreaterThanOrEqual(capital);
    }
  });

  it("are subscribed, linked and set to start each day", async () => {
    const rows = await allLinked();
    expect(rows.map(({ broker }) => broker)).toEqual(people.map(({ broker }) => broker));
    const standing = await product.query<{ standing_capital_paise: string }>(
      "SELECT standing_capital_paise FROM algo_setting WHERE user_id::text LIKE 'c0000000%' ORDER BY user_id",
    );
    expect(standing.map((row) => Number(row.standing_capital_paise))).toEqual(people.map(({ capital }) => capital));
  });

  it("exist again after a reset, and log in again the next morning", async () => {
    await allLinked();
    expect((await product.send("POST", "/sandbox/reset")).statusCode).toBe(200);
    await allLinked();
    // Without a run the clock jumps over the day between.
    await product.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
    const moved = await product.send("POST", "/sandbox/clock", { body: { now: "2026-11-17T08:45:00+05:30" } });
    expect(moved.statusCode).toBe(200);
    const awake = await product.query(
      "SELECT 1 FROM broker_links WHERE user_id::text LIKE 'c0000000%' AND broker = 'zerodha' AND session_until > $1",
      ["2026-11-17T03:15:00Z"],
    );
    expect(awake).toHaveLength(people.filter(({ broker }) => broker === "zerodha").length);
  });
});
