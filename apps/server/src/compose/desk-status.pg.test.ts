import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestProduct, type TestProduct, type TestUser } from "../testing/product.ts";
import { demoAccountsOf } from "./sandbox/demo-accounts.ts";

// Upper bound that only a hang reaches.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const COUNT = 6;
const people = demoAccountsOf(COUNT);
const of = (broker: string) => people.filter((person) => person.broker === broker);

interface Scheduled {
  readonly id: string;
  readonly symbol: string;
  readonly status: string;
  readonly time_remaining_seconds: number;
}

let product: TestProduct;
let admin: TestUser;
let bearer: string;
let second: string;

const get = async (path: string) => (await product.send("GET", path, { bearer })).json();
const post = (path: string, body?: object, by = bearer) =>
  product.send("POST", path, { bearer: by, ...(body === undefined ? {} : { body }) });
const schedule = (symbol: string, at: string, total_quantity = 30) => {
  const row = { symbol, total_quantity, order_type: "market", position_type: "long" };
  return post("/api/admin/place-bulk-orders", {
    orders: [{ ...row, schedule_type: "scheduled", scheduled_datetime: at }],
  });
};
const listed = async (): Promise<readonly Scheduled[]> => (await get("/api/scheduled-orders")).scheduled_orders;
const moveTo = (time: string) =>
  product.send("POST", "/sandbox/clock", { body: { now: `2026-11-16T${time}:00+05:30` } });

beforeAll(async () => {
  product = await startTestProduct({
    env: { SANDBOX_ACCOUNTS: String(COUNT), FOUR_EYES: "on", FOUR_EYES_ORDER_RUPEES: "100000" },
  });
  const connected = async () =>
    (await product.query("SELECT 1 FROM broker_links WHERE sealed_access IS NOT NULL")).length;
  for (let wanted = 1; wanted <= COUNT; wanted++)
    await eventually(`${wanted} demo accounts are connected`, async () =>
      (await connected()) >= wanted ? true : null,
    );
  const listing = async () =>
    (await product.query("SELECT 1 FROM instruments WHERE symbol IN ('SBIN', 'INFY')")).length;
  await eventually("three brokers have listed their shares", async () => ((await listing()) === 6 ? true : null));
  await product.query(
    `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT gen_random_uuid(), user_id, 'account', standing_capital_paise, true, now() FROM algo_setting`,
  );
  await product.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
  admin = await product.makeUser({ role: "admin" });
  bearer = await product.signInStaff(admin);
  second = await product.staffToken("admin");
});
afterAll(() => product.close());

describe("the list of users", () => {
  it("[C3.6] [C7.6] shows who is subscribed, and filters, searches and pages", async () => {
    const all = await get("/api/user");
    const traders = all.filter(({ email }: { email: string }) => email.startsWith("trader"));
    expect(traders).toHaveLength(COUNT);
    expect(traders[0]).toEqual({
      _id: expect.any(String),
      name: expect.any(String),
      email: expect.any(String),
      isSubscribed: true,
    });
    const unsubscribed = await get("/api/user?filter=non_subscribed");
    expect(unsubscribed.some(({ email }: { email: string }) => email.startsWith("trader"))).toBe(false);
    expect(await get("/api/user?search=trader00&limit=2&offset=1")).toHaveLength(2);
    expect(await get("/api/user?search=%25")).toEqual([]);
  });
});

describe("a broker's status", () => {
  it("[C3.12] [C7.9] lists every user's link, sorted as requested", async () => {
    const reply = await get(
      "/api/admin/broker-status?broker=fyers&sort_by=capital_amount&sort_order=desc&force_refresh=true",
    );
    expect(reply).toMatchObject({ total_users: 2, connected_users: 2 });
    const capitals = reply.users.map(({ capital_amount }: { capital_amount: number }) => capital_amount);
    expect(capitals).toEqual([...capitals].sort((a, b) => b - a));
    expect(reply.users[0]).toMatchObject({
      status: "connected",
      is_capital_active: true,
      is_strategy_active: false,
      error_message: null,
    });
    const page = await get("/api/admin/broker-status?broker=fyers&limit=1&offset=1");
    expect(page).toMatchObject({ total_users: 2, users: [expect.anything()] });
  });

  it("shows the stored reason of a broker's refused login", async () => {
    const [person] = of("zerodha");
    await product.query(
      `UPDATE broker_links SET sealed_access = NULL, session_from = NULL, session_until = NULL,
         refusal_code = 'broker_refused', refusal_detail = 'Invalid <b>checksum</b>', refused_at = now() WHERE user_id = $1`,
      [person?.userId],
    );
    const { users } = await get("/api/admin/broker-status?broker=zerodha&status=error");
    expect(users).toMatchObject([
      { user_id: person?.userId, status: "error", error_message: "Invalid <b>checksum</b>" },
    ]);
  });

  it("lets an admin send a disconnected user a new login link, which the audit trail records", async () => {
    const [person] = of("zerodha");
    const send = (broker: string) => post(`/api/admin/users/${person?.userId}/login-link`, { broker });
    expect((await send("fyers")).json().code).toBe("not_stored");
    const replies = [await send("zerodha"), await send("zerodha")];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const notified = await product.query("SELECT key FROM notifications WHERE user_id = $1 AND kind = 'login_link'", [
      person?.userId,
    ]);
    expect(notified.length).toBeGreaterThan(0);
    const { events } = await get(`/api/admin/audit?user_id=${person?.userId}&kind=desk_login_link_sent`);
    expect(events[0]).toMatchObject({ by_username: admin.email, after: { broker: "zerodha" } });
    const [connected] = of("angelone");
    const refused = await post(`/api/admin/users/${connected?.userId}/login-link`, { broker: "angelone" });
    expect([refused.statusCode, refused.json().code]).toEqual([409, "session_open"]);
  });

  it("[C4.9] [C7.11] [C7.12] shows a back-office disconnect and reconnect, and the audit trail records each before and after", async () => {
    const [person] = of("angelone");
    const path = (what: string) => `/api/admin/angelone/${what}/${person?.userId}`;
    expect((await post(path("disconnect"))).json().message).toContain("disconnected from Angel One");
    const again = await post(path("disconnect"));
    expect([again.statusCode, again.json().code]).toEqual([409, "not_connected"]);
    expect((await post(path("reconnect"))).json().message).toContain("connected to Angel One again");
    const { events } = await get(`/api/admin/audit?user_id=${person?.userId}&by_desk=true`);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      "desk_broker_reconnected",
      "desk_broker_disconnected",
    ]);
    expect(events[1]).toMatchObject({
      by_username: admin.email,
      before: { broker: "angelone", isConnected: true },
      after: { broker: "angelone", isConnected: false },
    });
  });

  it("[C4.10] [C7.13] starts a strategy before 9:10 and ends it with the next press", async () => {
    const [person] = of("fyers");
    const toggle = () => post(`/api/admin/strategy/toggle/${person?.userId}`, { broker: "fyers" });
    expect((await toggle()).json()).toMatchObject({ new_status: "active", from: "now" });
    const [run] = await product.query("SELECT started_by, day_approved_at FROM algo_run WHERE user_id = $1", [
      person?.userId,
    ]);
    expect(run).toEqual({ started_by: "operator", day_approved_at: null });
    expect((await toggle()).json()).toMatchObject({ new_status: "inactive" });
    const running = await product.query("SELECT 1 FROM algo_run WHERE user_id = $1 AND stopped_at IS NULL", [
      person?.userId,
    ]);
    expect(running).toEqual([]);
  });
});

describe("a back-office change that cannot be written to the trail", () => {
  async function refuse(kind: string): Promise<void> {
    await product.query(
      `CREATE OR REPLACE FUNCTION refuse_trail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.kind = '${kind}' THEN RAISE 'the trail is full'; END IF; RETURN NEW; END $$`,
    );
    await product.query(
      "CREATE OR REPLACE TRIGGER refuse_trail BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION refuse_trail()",
    );
  }
  afterAll(() => product.query("DROP TRIGGER refuse_trail ON audit_event"));

  it("disconnects no user without an audit record of the admin", async () => {
    const [person] = of("angelone");
    await refuse("desk_broker_disconnected");
    expect((await post(`/api/admin/angelone/disconnect/${person?.userId}`)).statusCode).toBe(500);
    const { users } = await get("/api/admin/broker-status?broker=angelone&status=connected");
    expect(users.map(({ user_id }: { user_id: string }) => user_id)).toContain(person?.userId);
  });

  it("switches no strategy without an audit record of the admin", async () => {
    const [person] = of("fyers");
    await refuse("desk_strategy_switched");
    const reply = await post(`/api/admin/strategy/toggle/${person?.userId}`, { broker: "fyers" });
    expect(reply.statusCode).toBe(500);
    const running = await product.query("SELECT 1 FROM algo_run WHERE user_id = $1 AND stopped_at IS NULL", [
      person?.userId,
    ]);
    expect(running).toEqual([]);
  });
});

describe("scheduled orders", () => {
  it("[C3.13] [C7.14] [C7.16] are listed with the remaining time, and can be cancelled once", async () => {
    expect((await schedule("SBIN", "2026-11-16T09:45")).json()).toMatchObject({
      success: true,
      successful_orders: 1,
      total_orders: 1,
    });
    const [order] = await listed();
    expect(order).toMatchObject({ symbol: "SBIN", status: "pending", time_remaining_seconds: 65 * 60 });
    const cancel = () => product.send("DELETE", `/api/scheduled-orders/${order?.id}`, { bearer });
    expect((await cancel()).json().message).toContain("SBIN");
    expect([(await cancel()).statusCode, await listed()]).toEqual([409, []]);
  });

  it("[C7.15] [C8.8] can all be cleared while they wait", async () => {
    await schedule("SBIN", "2026-11-16T09:45");
    await schedule("INFY", "2026-11-17T09:45");
    expect((await post("/api/refresh-scheduled-orders")).json()).toEqual({
      message: "Scheduled orders cleared from memory",
      cleared: 2,
    });
    expect(await listed()).toEqual([]);
  });

  it("are placed once when the clock passes their time", async () => {
    await schedule("RELIANCE", "2026-11-16T09:30");
    await moveTo("09:30");
    await product.send("POST", "/sandbox/clock", { body: { speed: 1 } });
    await eventually("the order is placed", async () => {
      const rows = await product.query("SELECT 1 FROM scheduled_order WHERE symbol = 'RELIANCE' AND state = 'placed'");
      return rows.length === 1 ? true : null;
    });
    const placed = await product.query("SELECT id FROM operator_order WHERE symbol = 'RELIANCE'");
    expect(placed).toHaveLength(1);
    await eventually("an account has bought, and the market is paused", async () => {
      const rows = await product.query("SELECT 1 FROM intent WHERE leg = 'entry' AND has_fills");
      return rows.length > 0 ? true : null;
    });
    await product.send("POST", "/sandbox/clock", { body: { speed: 0 } });
    await eventually("every account has its outcome", async () => {
      const { placements } = await get("/api/admin/placements");
      const [newest] = placements;
      return newest.total_orders > 0 && newest.total_orders === newest.successful_orders + newest.failed_orders
        ? true
        : null;
    });
    const orders: readonly { symbol: string; account: string; side: string }[] = (
      await product.send("GET", "/sandbox/exchange/orders")
    ).json();
    const bought = orders
      .filter(({ symbol, side }) => symbol === "RELIANCE" && side === "buy")
      .map(({ account }) => account);
    expect(new Set(bought).size).toBe(bought.length);
    expect(bought.length).toBeGreaterThan(0);
  });

  it("after 9:10 a strategy is armed for the next trading day", async () => {
    const [person] = of("fyers");
    const reply = await post(`/api/admin/strategy/toggle/${person?.userId}`, { broker: "fyers" });
    expect(reply.json()).toMatchObject({ new_status: "active", from: "next_trading_day" });
    expect(reply.json().message).toContain("2026-11-17");
  });

  it("[C4.9] a disconnect is refused while a position is open", async () => {
    const open = await eventually("an account holds shares", async () => {
      const rows = await product.query<{ user_id: string; broker: string }>(
        `SELECT a.user_id, a.broker FROM intent i JOIN trading_account a ON a.id = i.account_id
         WHERE i.leg = 'entry' AND i.has_fills AND a.broker <> 'zerodha' AND NOT EXISTS (
           SELECT FROM intent x WHERE x.position_id = i.position_id AND x.leg = 'exit' AND x.has_fills)`,
      );
      return rows[0] ?? null;
    });
    const reply = await post(`/api/admin/${open.broker}/disconnect/${open.user_id}`);
    expect([reply.statusCode, reply.json().code]).toEqual([409, "position_open"]);
    await product.send("POST", "/sandbox/clock", { body: { speed: 1 } });
  });
});

describe("four eyes", () => {
  const large = {
    orders: [
      { symbol: "TCS", total_quantity: 500, order_type: "market", position_type: "long", schedule_type: "immediate" },
    ],
  };
  const waiting = async () => (await post("/api/admin/place-bulk-orders", large)).json();
  const decide = (id: string, what: "confirm" | "refuse", by: string) =>
    post(`/api/admin/second-admin/${id}/${what}`, undefined, by);

  it("holds a large order until a second, different admin confirms it", async () => {
    const reply = await waiting();
    expect(reply).toMatchObject({ success: false, successful_orders: 0, placement_id: null });
    expect(reply.errors).toEqual(["Waiting for a second admin"]);
    const own = await decide(reply.waiting_id, "confirm", bearer);
    expect([own.statusCode, own.json().code]).toEqual([409, "own_act"]);
    const { is_on, acts } = await get("/api/admin/second-admin");
    expect([is_on, acts[0]]).toMatchObject([true, { id: reply.waiting_id, state: "waiting", is_own: true }]);
    const [one, two] = await Promise.all([
      decide(reply.waiting_id, "confirm", second),
      decide(reply.waiting_id, "confirm", second),
    ]);
    expect([one.statusCode, two.statusCode].toSorted()).toEqual([200, 409]);
    const placed = await product.query("SELECT 1 FROM operator_order WHERE symbol = 'TCS'");
    expect(placed).toHaveLength(1);
    const confirmed = one.statusCode === 200 ? one : two;
    expect(confirmed.json().message).toMatch(/^\d+\/\d+ orders placed\./);
  });

  it("completes a confirmed action once after its process was killed", async () => {
    const id: string = (await waiting()).waiting_id;
    const orders = () => product.query("SELECT 1 FROM operator_order WHERE placement_id = $1", [id]);
    // As left by a process that was killed between the decision and the orders, this long ago.
    const leave = (ago: string) =>
      product.query(
        "UPDATE waiting_act SET state = 'confirmed', decided_by = asked_by, decided_at = now() - $2::interval WHERE id = $1",
        [id, ago],
      );
    const stateNow = async () =>
      (await get("/api/admin/second-admin")).acts.find((act: { id: string }) => act.id === id).state;
    await leave("10 seconds");
    expect((await decide(id, "confirm", second)).json().code).toBe("already_decided");
    await leave("20 minutes");
    expect((await decide(id, "confirm", second)).json().code).toBe("already_decided");
    await leave("2 minutes");
    expect([await stateNow(), await orders()]).toEqual(["unfinished", []]);
    const [one, two] = await Promise.all([decide(id, "confirm", second), decide(id, "confirm", second)]);
    expect([one.statusCode, two.statusCode]).toContain(200);
    expect([await stateNow(), (await orders()).length]).toEqual(["confirmed", 1]);
    expect((await decide(id, "confirm", second)).json().code).toBe("already_decided");
  });

  it("removes an action that the second admin refuses", async () => {
    const { waiting_id } = await waiting();
    expect((await decide(waiting_id, "refuse", second)).json().act).toMatchObject({ state: "refused" });
    expect((await decide(waiting_id, "confirm", second)).statusCode).toBe(409);
  });
});

describe("the audit trail of the back office", () => {
  it("is sealed automatically, and admins and support can verify it", async () => {
    const support = await product.staffToken("support");
    const verdict = await eventually("everything is sealed", async () => {
      const found = (await product.send("GET", "/api/admin/audit/verify", { bearer: support })).json();
      return found.unsealed_rows === 0 ? found : null;
    });
    expect(verdict).toMatchObject({ is_whole: true, first_fault: null, is_head_known: null });
    const known = await get(`/api/admin/audit/verify?head=${verdict.head}`);
    expect(known).toMatchObject({ is_whole: true, is_head_known: true });
  });
});
