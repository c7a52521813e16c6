import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { addDays, istDateOf } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../platform/clock/system-clock.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";
import { startRun } from "../../testing/signals-fixture.ts";
import { createLossLimits } from "./loss-limits.ts";
import { createTradingPreferenceStore } from "./trading-preferences.store.pg.ts";

let product: TestProduct;
let database: Database;
let now: EpochMs;
let owner: TestUser;
let as: Awaited<ReturnType<TestProduct["signIn"]>>;
beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
  now = epochMs(Date.parse((await product.send("GET", "/sandbox/clock")).json().now));
});
afterAll(async () => {
  await database.close();
  await product.close();
});
beforeEach(async () => {
  owner = await product.makeUser();
  as = await product.signIn(owner);
});

const put = (path: string, body: object) => product.send("PUT", `/algorithm/wishes/${path}`, { as, body });
const read = async () => (await product.send("GET", "/algorithm/wishes", { as })).json();

/** Starts a run of the user at a broker, without a login there. */
async function runnerOf(): Promise<string> {
  const account = randomUUID();
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'fyers', $3, now())", [account, owner.id, account]);
  const runner = { account: accountId(account), userId: owner.id, linkId: randomUUID(), broker: "fyers" };
  await startRun(database, runner, now, { startedAt: epochMs(0), capital: rupees(50_000) });
  return account;
}

describe("a user's trading preferences", () => {
  it("a user's trading preferences are empty at first", async () => {
    expect(await read()).toEqual({
      skipped_day: null,
      next_day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      never_trade: [],
      loss_limit: null,
    });
  });

  it("trading preferences skip the next trading day and undo that", async () => {
    const { next_day: day } = await read();
    expect((await put("skip", { skip: true })).json().skipped_day).toBe(day);
    expect((await read()).skipped_day).toBe(day);
    expect((await put("skip", { skip: false })).json().skipped_day).toBeNull();
  });

  it("trading preferences show no past day as skipped", async () => {
    await put("skip", { skip: true });
    const past = addDays(istDateOf(now), -1);
    await product.query("UPDATE trading_wish SET skipped_day = $2 WHERE user_id = $1", [owner.id, past]);
    expect((await read()).skipped_day).toBeNull();
  });

  it("trading preferences store symbols once each and refuse invalid ones", async () => {
    const reply = await put("never-trade", { symbols: ["TCS", "SBIN", "TCS"] });
    expect(reply.json().never_trade).toEqual(["SBIN", "TCS"]);
    expect((await put("never-trade", { symbols: ["no such thing!"] })).statusCode).toBe(400);
    expect((await read()).never_trade).toEqual(["SBIN", "TCS"]);
  });

  it("trading preferences loosen a limit only while nothing runs", async () => {
    await put("loss-limit", { limit: 300 });
    expect((await put("loss-limit", { limit: 400 })).statusCode).toBe(200);
    await runnerOf();
    const looser = await put("loss-limit", { limit: 401 });
    expect([looser.statusCode, looser.json().code]).toEqual([409, "limit_looser"]);
    expect((await put("loss-limit", { limit: null })).statusCode).toBe(409);
    expect((await put("loss-limit", { limit: 250 })).json().loss_limit).toBe(250);
  });

  it("trading preferences are private", async () => {
    await put("loss-limit", { limit: 300 });
    const other = await product.signIn(await product.makeUser());
    expect((await product.send("GET", "/algorithm/wishes", { as: other })).json().loss_limit).toBeNull();
  });
});

describe("preferences in the order path", () => {
  it("trading preferences tighten the day's daily stop at once", async () => {
    await runnerOf();
    await put("loss-limit", { limit: 200 });
    const { daily_stop: stop } = (await product.send("GET", "/algorithm/day", { as })).json();
    expect(stop).toMatchObject({ limit_paise: rupees(200), rule_paise: rupees(500) });
  });

  it("trading preferences reach a worker at its next refresh, and are dropped when they are removed", async () => {
    const account = accountId(await runnerOf());
    await product.query("UPDATE algo_run SET stopped_at = now(), stop_cause = 'person' WHERE account_id = $1", [
      account,
    ]);
    const limits = createLossLimits(createTradingPreferenceStore(database), systemClock);
    await limits.refresh();
    expect(limits.of(account)).toBeNull();
    await put("loss-limit", { limit: 200 });
    await limits.refresh();
    expect(limits.of(account)).toBe(rupees(200));
    await put("loss-limit", { limit: null });
    await limits.refresh();
    expect(limits.of(account)).toBeNull();
  });
});
