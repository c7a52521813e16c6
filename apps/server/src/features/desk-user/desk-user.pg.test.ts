import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";

const REASON = "Zerodha was away on 11 November";
let product: TestProduct;
let admin: string;
let second: string;
let support: string;
let rohan: TestUser;

beforeAll(async () => {
  product = await startTestProduct({ env: { FOUR_EYES: "on" } });
  admin = await product.staffToken("admin");
  second = await product.staffToken("admin");
  support = await product.staffToken("support");
});
beforeEach(async () => {
  rohan = await product.makeUser();
});
afterAll(() => product.close());

const act = (what: string, body: object, bearer = admin) =>
  product.send("POST", `/api/admin/users/${rohan.id}/${what}`, { bearer, body });
const read = async (bearer = support) => (await product.send("GET", `/api/admin/users/${rohan.id}`, { bearer })).json();

async function buyPlan(): Promise<string> {
  const orderId = randomUUID();
  await product.query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at, paid_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, 99900, 'paid', $3, now(), now())`,
    [orderId, rohan.id, `pay_${orderId.slice(0, 14)}`],
  );
  await product.query(
    `INSERT INTO subscription_periods (id, user_id, plan, starts_at, ends_at, band_paise, order_id)
     VALUES ($1, $2, 'MONTHLY', '2026-11-10T00:00:00Z', '2026-12-01T00:00:00Z', 5000000, $3)`,
    [randomUUID(), rohan.id, orderId],
  );
  return orderId;
}

async function openAccount(): Promise<string> {
  const account = randomUUID();
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'zerodha', $3, now())", [
    account,
    rohan.id,
    Buffer.from(account),
  ]);
  return account;
}

const auditOf = () =>
  product.query<{ kind: string; detail: Record<string, unknown> }>(
    "SELECT kind, detail FROM audit_event WHERE user_id = $1 AND by_user_id IS NOT NULL ORDER BY id",
    [rohan.id],
  );

describe("a user in the back office", () => {
  it("the back office shows a user with plan, runs and links, and only the end of the phone number", async () => {
    await buyPlan();
    await product.query("UPDATE users SET phone = '919812343210' WHERE id = $1", [rohan.id]);
    const seen = await read();
    expect(seen.user).toMatchObject({ id: rohan.id, email: rohan.email, phone: "••••••••3210", role: "user" });
    expect(seen.periods).toEqual([
      expect.objectContaining({ plan: "MONTHLY", band: 50_000, state: "running", is_paid: true }),
    ]);
    const billing = (await product.send("GET", `/api/admin/users/${rohan.id}/billing`, { bearer: support })).json();
    expect(billing.purchases).toEqual([expect.objectContaining({ amount: 999, status: "paid" })]);
    const ready = await product.send("GET", `/api/admin/users/${rohan.id}/readiness`, { bearer: support });
    expect(ready.json()).toMatchObject({ brokers: expect.any(Array) });
  });

  it("an unknown user is a 404 in the back office", async () => {
    for (const path of ["", "/billing", "/readiness"])
      expect((await product.send("GET", `/api/admin/users/${randomUUID()}${path}`, { bearer: admin })).statusCode).toBe(
        404,
      );
  });
});

describe("suspending a user", () => {
  it("a suspension blocks every account at once, once, with its reason, and a restore ends it", async () => {
    const account = await openAccount();
    await buyPlan();
    const blocks = async () =>
      (await product.query("SELECT cause, closes_positions FROM order_block WHERE account_id = $1", [
        account,
      ])) as unknown[];
    const as = await product.signIn(rohan);
    const start = async () =>
      (await product.send("POST", "/algorithm/start-next-day", { as, body: { capital: 25_000 } })).json();
    const startCode = async () => (await start()).code;
    expect(await startCode()).not.toBe("subscription_required");
    expect((await act("suspend", { reason: "no" })).statusCode).toBe(400);
    expect((await act("suspend", { reason: REASON }, support)).statusCode).toBe(403);
    expect((await act("suspend", { reason: REASON })).statusCode).toBe(200);
    expect(await blocks()).toEqual([{ cause: "operator", closes_positions: true }]);
    expect((await read()).suspension).toMatchObject({ reason: REASON });
    const refused = await start();
    expect([refused.code, refused.detail]).toEqual([
      "subscription_required",
      expect.stringContaining("Your account is suspended"),
    ]);
    expect((await act("suspend", { reason: REASON })).json().code).toBe("already_suspended");
    expect((await act("restore", { reason: "Cleared up with him" })).statusCode).toBe(200);
    expect(await blocks()).toEqual([]);
    expect((await act("restore", { reason: "Cleared up with him" })).json().code).toBe("not_suspended");
    expect((await auditOf()).map(({ kind, detail }) => [kind, detail["reason"]])).toEqual([
      ["desk_user_suspended", REASON],
      ["desk_user_restored", "Cleared up with him"],
    ]);
  });
});

describe("extending a plan", () => {
  it("an extension adds days after the paid time", async () => {
    await buyPlan();
    const reply = await act("extend", { days: 3, reason: REASON });
    expect([reply.statusCode, reply.json().ends_at]).toEqual([200, "2026-12-04T00:00:00.000Z"]);
    expect((await read()).periods).toHaveLength(2);
    expect(await auditOf()).toEqual([
      { kind: "desk_plan_extended", detail: expect.objectContaining({ reason: REASON }) },
    ]);
  });

  it("an extension needs a running plan", async () => {
    expect((await act("extend", { days: 3, reason: REASON })).json().code).toBe("not_subscribed");
  });
});

describe("refunding a payment", () => {
  const refundsOf = (orderId: string) =>
    product.query("SELECT amount_paise::int AS amount, reason FROM refunds WHERE order_id = $1 ORDER BY created_at", [
      orderId,
    ]);
  const confirm = (id: string, bearer: string) =>
    product.send("POST", `/api/admin/second-admin/${id}/confirm`, { bearer });

  it("a refund waits for a second admin, is sent once, and ends the plan when it is complete", async () => {
    const orderId = await buyPlan();
    const asked = await act("refund", { purchase_id: orderId, amount: 999, reason: REASON });
    expect(asked.json()).toEqual({ message: "Waiting for a second admin", waiting_id: expect.any(String) });
    expect(await refundsOf(orderId)).toEqual([]);
    const { waiting_id: id } = asked.json();
    expect((await confirm(id, admin)).json().code).toBe("own_act");
    const done = await confirm(id, second);
    expect(done.json().act.outcome).toBe("₹999.00 will be refunded, and the plan has ended.");
    expect(await refundsOf(orderId)).toEqual([{ amount: 99_900, reason: "operator" }]);
    expect((await read()).periods).toEqual([expect.objectContaining({ state: "past" })]);
    expect((await act("refund", { purchase_id: orderId, amount: 1, reason: REASON })).json().code).toBe(
      "refund_refused",
    );
  });

  it("a refund never exceeds the payment, and never concerns another user's purchase", async () => {
    const orderId = await buyPlan();
    const much = await act("refund", { purchase_id: orderId, amount: 999.01, reason: REASON });
    expect([much.statusCode, much.json().detail]).toEqual([
      409,
      "At most ₹999.00 of this purchase can still be refunded.",
    ]);
    rohan = await product.makeUser();
    expect((await act("refund", { purchase_id: orderId, amount: 1, reason: REASON })).json().code).toBe(
      "refund_refused",
    );
    expect(await refundsOf(orderId)).toEqual([]);
  });
});

describe("granting a staff role", () => {
  const put = (role: string, bearer = admin, id = rohan.id) =>
    product.send("PUT", `/api/admin/users/${id}/role`, { bearer, body: { role, reason: REASON } });
  const decide = (id: string, what: "confirm" | "refuse", bearer: string) =>
    product.send("POST", `/api/admin/second-admin/${id}/${what}`, { bearer });

  it("a staff role waits for a second admin, is granted once with before and after in the audit log, and opens the back office", async () => {
    expect((await put("support", support)).statusCode).toBe(403);
    expect((await put("owner")).statusCode).toBe(400);
    expect((await put("user")).json().code).toBe("same_role");
    const asked = (await put("support")).json();
    expect(asked).toEqual({ message: "Waiting for a second admin", waiting_id: expect.any(String) });
    expect((await read()).user.role).toBe("user");
    expect((await decide(asked.waiting_id, "confirm", admin)).json().code).toBe("own_act");
    const done = (await decide(asked.waiting_id, "confirm", second)).json();
    expect(done.act.outcome).toBe("The user's role is now: support. Their back-office sessions have ended.");
    expect((await read()).user.role).toBe("support");
    const change = { before: { role: "user" }, after: { role: "support", confirmedBy: expect.any(String) } };
    expect(await auditOf()).toEqual([{ kind: "desk_role_given", detail: { reason: REASON, ...change } }]);
    expect(await product.signInStaff(rohan, "desk")).toEqual(expect.any(String));
  });

  it("the holder cannot change their own staff role, and its removal ends their sessions", async () => {
    await product.query("UPDATE users SET role = 'admin' WHERE id = $1", [rohan.id]);
    const own = await product.signInStaff(rohan, "desk");
    expect((await put("user", own)).json().code).toBe("own_role");
    const { waiting_id: id } = (await put("user")).json();
    expect((await decide(id, "confirm", own)).json().code).toBe("own_role");
    expect((await decide(id, "refuse", own)).json().code).toBe("own_role");
    expect((await decide(id, "confirm", second)).statusCode).toBe(200);
    expect((await product.send("GET", "/api/verify", { bearer: own })).statusCode).toBe(401);
    expect((await auditOf()).map(({ kind }) => kind)).toContain("desk_role_taken");
  });

  it("a user who is no longer an admin grants no staff role", async () => {
    const former = await product.makeUser({ role: "admin" });
    const bearer = await product.signInStaff(former, "desk");
    const { waiting_id: id } = (await put("admin", bearer)).json();
    await product.query("UPDATE users SET role = 'user' WHERE id = $1", [former.id]);
    expect((await decide(id, "confirm", second)).json().act.outcome).toContain("Nothing was changed");
    expect((await read()).user.role).toBe("user");
  });
});

describe("the health of the system", () => {
  it("all staff see the health of the system: feeds, queues, orders, logins and the morning", async () => {
    const before = (await product.send("GET", "/api/admin/health", { bearer: support })).json();
    await product.send("POST", "/auth/login", { body: { email: rohan.email, password: "wrong-password" } });
    const reply = await product.send("GET", "/api/admin/health", { bearer: support });
    expect(reply.statusCode, reply.body).toBe(200);
    const health = reply.json();
    expect(health.failed_logins).toBe(before.failed_logins + 1);
    expect(health).toMatchObject({
      orders: { unknown: 0, stuck: 0 },
      mornings: { reasons: expect.any(Array) },
      feeds: expect.any(Array),
      queues: expect.any(Array),
      buckets_covered: 0,
      buckets_without_worker: 0,
    });
  });
});

describe("coupons in the back office", () => {
  const create = (body: object) => product.send("POST", "/api/admin/coupons", { bearer: admin, body });
  const coupon = { code: "diwali-26", discount: 0.9, ends_at: null, uses_max: 100, uses_per_person: 1 };
  const listed = async () =>
    (await product.send("GET", "/api/admin/coupons", { bearer: support })).json().coupons as { code: string }[];

  it("back-office coupons are created once, work at once, and end", async () => {
    expect((await create(coupon)).json()).toEqual({ message: "DIWALI-26 can be used from now on.", waiting_id: null });
    expect((await create(coupon)).json().code).toBe("coupon_exists");
    const check = async () => (await product.send("POST", "/coupon/validate", { body: { code: "diwali-26" } })).json();
    expect(await check()).toEqual({ discount: 0.9 });
    expect((await product.send("POST", "/api/admin/coupons/DIWALI-26/end", { bearer: admin })).statusCode).toBe(200);
    expect((await check()).code).toBe("coupon_invalid");
  });

  it("coupons above half the price wait for a second admin", async () => {
    const asked = (await create({ ...coupon, code: "NEARLY-FREE", discount: 0.1 })).json();
    expect(asked.message).toBe("Waiting for a second admin");
    expect((await listed()).map(({ code }) => code)).not.toContain("NEARLY-FREE");
    await product.send("POST", `/api/admin/second-admin/${asked.waiting_id}/confirm`, { bearer: second });
    expect((await listed()).map(({ code }) => code)).toContain("NEARLY-FREE");
  });
});

describe("the market calendar in the back office", () => {
  const holiday = (day: string) =>
    product.send("POST", "/api/admin/calendar/holidays", {
      bearer: admin,
      body: { day, reason: "Announced by the exchange" },
    });

  it("the calendar accepts an emergency holiday from today on, and refuses invalid ones", async () => {
    expect((await holiday("2026-11-15")).json().detail).toBe("A holiday can be added from today on.");
    expect((await holiday("2026-11-21")).json().detail).toBe("That day is a Saturday or a Sunday.");
    expect((await holiday("2098-01-01")).json().detail).toBe("The year's list is not known yet: add the year first.");
    expect((await holiday("2026-11-19")).statusCode).toBe(200);
    expect((await holiday("2026-11-19")).json().detail).toBe("That day has no session already.");
    const { years } = (await product.send("GET", "/api/admin/calendar", { bearer: support })).json();
    const year = years.find((each: { year: number }) => each.year === 2026);
    expect(year).toMatchObject({ source: "operator", closures: expect.arrayContaining(["2026-11-19"]) });
  });

  it("the calendar removes an added holiday and no other", async () => {
    const undo = (day: string) => product.send("DELETE", `/api/admin/calendar/holidays/${day}`, { bearer: admin });
    expect((await undo("2026-12-25")).json()).toMatchObject({ code: "calendar_refused" });
    const reply = (await undo("2026-11-19")).json();
    expect(reply.year.closures).not.toContain("2026-11-19");
    expect(reply.year.removable).toEqual([]);
    expect((await undo("2026-11-19")).json().detail).toBe("That day is not an added holiday.");
  });

  it("an invalid list does not change the calendar", async () => {
    const body = { year: 2027, list: "the usual days", reason: "Published in December" };
    const reply = await product.send("PUT", "/api/admin/calendar", { bearer: admin, body });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "calendar_refused"]);
  });
});
