import { randomUUID } from "node:crypto";
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toTimestamp } from "../../platform/db/instant.ts";
import {
  cheapHasher,
  startTestProduct,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../../testing/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

async function marketNow(): Promise<EpochMs> {
  return epochMs(Date.parse((await product.send("GET", "/sandbox/clock")).json().now));
}
async function moveMarketTo(instant: EpochMs): Promise<void> {
  const reply = await product.send("POST", "/sandbox/clock", { body: { now: toIstText(instant) } });
  expect(reply.json()).toMatchObject({ now: toIstText(instant), speed: 0 });
}

async function someone(): Promise<{ user: TestUser; session: TestSession }> {
  const user = await product.makeUser();
  return { user, session: await product.signIn(user) };
}

async function buy(user: TestUser, plan: string, startsAt: EpochMs, endsAt: EpochMs): Promise<string> {
  const id = randomUUID();
  await product.query(
    "INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise, payment_id) VALUES ($1,$2,$3,$4,$5,5000000,'pay_7')",
    [id, user.id, plan, toTimestamp(startsAt), toTimestamp(endsAt)],
  );
  return id;
}

const subscription = async (session: TestSession) =>
  (await product.send("GET", "/algorithm/subscription", { as: session })).json();
const planOf = async (session: TestSession) =>
  (await product.send("GET", "/auth/profile", { as: session })).json().plan;

describe("GET /algorithm/subscription", () => {
  it("[A7.9] [A3.3] [B7.2] the subscription call answers a user who never subscribed with 200 and has_subscription false", async () => {
    const { user, session } = await someone();
    const reply = await product.send("GET", "/algorithm/subscription", { as: session });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      id: null,
      user_id: user.id,
      plan: null,
      start_date: null,
      end_date: null,
      is_active: false,
      payment_id: null,
      has_subscription: false,
      days_remaining: 0,
      hours_remaining: 0,
      status: "inactive",
      capital_upper_band: null,
      running: null,
      following: [],
      pending_payment: null,
    });
  });

  it("[A7.9] [A3.3] [B3.1] [B7.2] a running subscription is returned with all its fields, by the market clock", async () => {
    const { user, session } = await someone();
    const now = await marketNow();
    const [startsAt, endsAt] = [later(now, -DAY_MS), later(now, 29 * DAY_MS + 5 * HOUR_MS + 59 * MINUTE_MS)];
    const id = await buy(user, "MONTHLY", startsAt, endsAt);
    expect(await subscription(session)).toEqual({
      id,
      user_id: user.id,
      plan: "MONTHLY",
      start_date: toTimestamp(startsAt),
      end_date: toTimestamp(endsAt),
      is_active: true,
      payment_id: "pay_7",
      has_subscription: true,
      days_remaining: 29,
      hours_remaining: 5,
      status: "active",
      capital_upper_band: 50_000,
      running: {
        plan: "MONTHLY",
        capital_upper_band: 50_000,
        start_date: toTimestamp(startsAt),
        end_date: toTimestamp(endsAt),
      },
      following: [],
      pending_payment: null,
    });
    expect(await planOf(session)).toBe("MONTHLY");
  });

  it("[A7.9] a subscription is pending before its first instant, active from it on, expired from its last on", async () => {
    // One user's week begins at this instant and another's ends at it, so the test skips the days between.
    const [beginner, leaver] = [await someone(), await someone()];
    const turn = later(await marketNow(), 10 * MINUTE_MS);
    await buy(beginner.user, "FREE_TRIAL", turn, later(turn, 7 * DAY_MS));
    await buy(leaver.user, "FREE_TRIAL", later(turn, -7 * DAY_MS), turn);
    const seen = async ({ session }: { session: TestSession }) => {
      const { status, is_active, has_subscription, days_remaining, hours_remaining } = await subscription(session);
      return [status, is_active, has_subscription, days_remaining, hours_remaining, await planOf(session)];
    };
    await moveMarketTo(later(turn, -1));
    expect(await seen(beginner)).toEqual(["pending", false, true, 0, 0, null]);
    expect(await seen(leaver)).toEqual(["active", true, true, 0, 0, "FREE_TRIAL"]);
    await moveMarketTo(turn);
    expect(await seen(beginner)).toEqual(["active", true, true, 7, 0, "FREE_TRIAL"]);
    expect(await seen(leaver)).toEqual(["expired", false, true, 0, 0, null]);
    await moveMarketTo(later(turn, 1));
    expect(await seen(beginner)).toEqual(["active", true, true, 6, 23, "FREE_TRIAL"]);
  });

  it("[A7.9] a subscription adds a gapless renewal to the time remaining, and shows its plan from its start on", async () => {
    const { user, session } = await someone();
    const now = await marketNow();
    const turn = later(now, MINUTE_MS);
    await buy(user, "MONTHLY", later(now, -28 * DAY_MS), turn);
    await buy(user, "ANNUALLY", turn, later(turn, 365 * DAY_MS));
    const end_date = toTimestamp(later(turn, 365 * DAY_MS));
    const start_date = toTimestamp(later(now, -28 * DAY_MS));
    expect(await subscription(session)).toMatchObject({
      plan: "MONTHLY",
      days_remaining: 365,
      start_date,
      end_date,
      running: { plan: "MONTHLY", end_date: toTimestamp(turn) },
      following: [{ plan: "ANNUALLY", start_date: toTimestamp(turn), end_date }],
    });
    await moveMarketTo(turn);
    expect(await subscription(session)).toMatchObject({
      plan: "ANNUALLY",
      days_remaining: 365,
      start_date,
      end_date,
      following: [],
    });
    expect(await planOf(session)).toBe("ANNUALLY");
  });

  it("[B2.24] the profile has the running period's band, and none without one", async () => {
    const { user, session } = await someone();
    const now = await marketNow();
    const bandOf = async () => (await product.send("GET", "/auth/profile", { as: session })).json().capital_upper_band;
    expect(await bandOf()).toBeNull();
    await buy(user, "MONTHLY", later(now, -DAY_MS), later(now, MINUTE_MS));
    expect(await bandOf()).toBe(50_000);
    const entered = await product.send("POST", "/auth/login", {
      body: { email: user.email, password: user.password },
    });
    expect(entered.json().user).toMatchObject({ plan: "MONTHLY", capital_upper_band: 50_000 });
    await moveMarketTo(later(now, MINUTE_MS));
    expect(await bandOf()).toBeNull();
  });

  it("a subscription is private", async () => {
    const [one, other] = [await someone(), await someone()];
    const now = await marketNow();
    await buy(one.user, "MONTHLY", now, later(now, DAY_MS));
    expect(await subscription(other.session)).toMatchObject({ has_subscription: false, user_id: other.user.id });
  });
});

describe("the market clock", () => {
  it("the market clock does not go back, and says so", async () => {
    const now = await marketNow();
    const reply = await product.send("POST", "/sandbox/clock", { body: { now: toIstText(later(now, -1)) } });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: "clock_backwards" });
    expect(await marketNow()).toBe(now);
  });

  it("the market clock does not move past the last holiday list", async () => {
    const body = { now: "9999-12-31T23:59:59-23:59" };
    expect((await product.send("POST", "/sandbox/clock", { body })).json()).toMatchObject({ code: "invalid_input" });
  });
});
