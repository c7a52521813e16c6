import { randomUUID } from "node:crypto";
import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { demoAccountsOf } from "./sandbox/demo-accounts.ts";

// Upper bound that only a hang reaches.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const COUNT = 40;
const people = demoAccountsOf(COUNT);

interface ExchangeOrder {
  readonly account: string;
  readonly symbol: string;
  readonly side: string;
  readonly product: string;
  readonly quantity: number;
  readonly limit_paise: number | null;
  readonly status: string;
  readonly tag: string;
}

interface AccountOrder {
  readonly user_id: string;
  readonly broker: string;
  readonly quantity: number;
  readonly tag: string | null;
  readonly outcome: string;
  readonly message: string | null;
}

let product: TestProduct;
let bearer: string;

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  product.send("POST", path, { bearer, body, headers });
const get = async (path: string) => (await product.send("GET", path, { bearer })).json();
const row = (symbol: string, total_quantity: number, more: object = {}) => ({
  symbol,
  total_quantity,
  order_type: "market",
  position_type: "long",
  schedule_type: "immediate",
  ...more,
});
const place = (...orders: object[]) => post("/api/admin/place-bulk-orders", { orders });
const priceOf = async (symbol: string): Promise<{ price: number; lowest: number; highest: number }> =>
  (await post("/api/admin/order-prices", { symbols: [symbol] })).json().prices[0];
const placementOf = async (
  id: string,
): Promise<{ placement: { readonly working_orders: number }; orders: readonly AccountOrder[] }> =>
  get(`/api/admin/placements/${id}`);
const atExchange = async (tag: string | null): Promise<readonly ExchangeOrder[]> =>
  (await product.send("GET", `/sandbox/exchange/orders?tag=${tag}`)).json();

beforeAll(async () => {
  product = await startTestProduct({ env: { SANDBOX_ACCOUNTS: String(COUNT) } });
  const connected = async () =>
    (await product.query("SELECT 1 FROM broker_links WHERE sealed_access IS NOT NULL")).length;
  for (let wanted = 1; wanted <= COUNT; wanted++)
    await eventually(`${wanted} demo accounts are connected`, async () =>
      (await connected()) >= wanted ? true : null,
    );
  // No automatic starts, so that only the back office causes orders.
  await product.query(
    `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT gen_random_uuid(), user_id, 'account', standing_capital_paise, true, now() FROM algo_setting`,
  );
  await product.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
  await product.send("POST", "/sandbox/clock", { body: { now: "2026-11-16T09:20:00+05:30" } });
  await product.send("POST", "/sandbox/clock", { body: { speed: 1 } });
  bearer = await product.staffToken("admin");
});
afterAll(() => product.close());

describe("the active users' capital", () => {
  it("[C3.11] [C7.10] is the sum of the capital that connected subscribers chose", async () => {
    const sum = await get("/api/admin/active-users-capital-sum");
    expect(sum).toMatchObject({
      active_users_count: COUNT,
      total_capital: people.reduce((all, { capital }) => all + capital, 0) / 100,
    });
  });

  it("leaves out users who paused the capital or lost the session", async () => {
    const [first, second] = people;
    await product.query("UPDATE capital_choice SET is_active = false WHERE user_id = $1", [first?.userId]);
    await product.query("UPDATE broker_links SET session_until = '2026-11-16T03:00:00Z' WHERE user_id = $1", [
      second?.userId,
    ]);
    expect(await get("/api/admin/active-users-capital-sum")).toMatchObject({ active_users_count: COUNT - 2 });
    await product.query("UPDATE capital_choice SET is_active = true WHERE user_id = $1", [first?.userId]);
    await product.query("UPDATE broker_links SET session_until = '2026-11-17T00:30:00Z' WHERE user_id = $1", [
      second?.userId,
    ]);
  });
});

describe("a bulk order", () => {
  it("[C1.3] [C3.9] [C3.10] [C7.7] [C7.8] goes to all active users as it was previewed, on the same path as a signal", async () => {
    const preview = (await post("/api/admin/order-preview", { symbol: "sbin", total_quantity: 3_000 })).json();
    expect(preview.total_allocated_quantity).toBe(3_000);
    expect(preview.allocations).toHaveLength(COUNT);
    const reply = await place(row("SBIN", 3_000));
    const report = reply.json();
    expect([reply.statusCode, report.errors]).toEqual([200, []]);
    expect(report).toMatchObject({ success: true, unknown_orders: 0 });
    const { orders } = await placementOf(report.placement_id);
    const previewed = preview.allocations
      .map((each: { quantity: number }) => each.quantity)
      .filter((n: number) => n > 0);
    expect(orders.map(({ quantity }) => quantity)).toEqual(previewed);
    expect([report.successful_orders, report.total_orders]).toEqual([orders.length, orders.length]);
    for (const order of orders) {
      const [seen, ...more] = await atExchange(order.tag);
      expect(more).toEqual([]);
      expect(seen).toMatchObject({ symbol: "SBIN", side: "buy", product: "intraday", quantity: order.quantity });
      expect(seen?.limit_paise).toBeGreaterThan(0);
    }
    const [entry] = await product.query("SELECT authority, stop_paise, leg FROM intent WHERE tag = $1", [
      orders[0]?.tag,
    ]);
    expect(entry).toMatchObject({ authority: "operator", leg: "entry" });
    const { orders: listed } = await get("/api/admin/orders?limit=500");
    const filled = listed.filter(({ filled }: { filled: number }) => filled > 0);
    expect(filled.length).toBeGreaterThan(0);
    for (const each of filled) expect(Date.parse(each.filled_at)).toBeGreaterThanOrEqual(Date.parse(each.planned_at));
    await eventually("stops rest for what was bought", async () => {
      const exits = await product.query("SELECT 1 FROM intent WHERE leg = 'exit' AND state ->> 'orderId' IS NOT NULL");
      return exits.length > 0 ? true : null;
    });
  });

  it("reports exactly what the exchange received when a tenth of the brokers refuse", async () => {
    const failing = people.filter((_, place) => place % 10 === 9);
    for (const { broker, clientId } of failing)
      await product.send("POST", "/sandbox/faults", {
        body: { target: broker, kind: "reject", account: clientId, count: 5 },
      });
    const report = (await place(row("RELIANCE", 2_000), row("INFY", 1_500, { position_type: "short" }))).json();
    await product.send("DELETE", "/sandbox/faults");
    const { orders } = await placementOf(report.placement_id);
    const refused = new Set(failing.map(({ userId }) => userId));
    for (const order of orders) {
      const seen = (await atExchange(order.tag)).filter(({ status }) => status !== "rejected");
      expect([order.user_id, order.outcome, seen.length]).toEqual([
        order.user_id,
        refused.has(order.user_id) ? "refused" : expect.stringMatching(/^(placed|filled)$/),
        refused.has(order.user_id) ? 0 : 1,
      ]);
    }
    const taken = orders.filter(({ user_id }) => !refused.has(user_id)).length;
    expect(report).toMatchObject({ success: false, successful_orders: taken, total_orders: orders.length });
    expect(report.errors.join("\n")).toContain("the broker refused it");
  });

  it("ends with the exchange's own state when brokers refuse, disconnect or accept an order without a reply", async () => {
    const kinds = ["reject", "drop-after-accept", "drop-before-accept"] as const;
    const failing = people.filter((_, place) => place % 5 === 3);
    for (const [at, { broker, clientId }] of failing.entries())
      await product.send("POST", "/sandbox/faults", {
        body: { target: broker, kind: kinds[at % kinds.length], account: clientId, count: 1 },
      });
    const report = (await place(row("ICICIBANK", 2_000))).json();
    const { orders } = await eventually("an end of every order", async () => {
      const now = await placementOf(report.placement_id);
      return now.orders.some(({ outcome }) => outcome === "unknown" || outcome === "waiting") ? null : now;
    });
    await product.send("DELETE", "/sandbox/faults");
    const isTaken = ({ outcome }: AccountOrder) => outcome === "placed" || outcome === "filled";
    for (const order of orders) {
      const seen = (await atExchange(order.tag)).filter(({ status }) => status !== "rejected");
      expect([order.user_id, order.outcome, seen.length]).toEqual([
        order.user_id,
        order.outcome,
        isTaken(order) ? 1 : 0,
      ]);
    }
    // An unknown outcome was reported as unknown, and never as taken.
    const taken = orders.filter(isTaken).length;
    expect(report.successful_orders).toBeLessThanOrEqual(taken);
    expect(report.successful_orders + report.unknown_orders).toBeGreaterThanOrEqual(taken);
    expect(taken).toBeLessThan(orders.length);
  });

  it("reports an unknown outcome after a lost reply, and never resends the order", async () => {
    const [{ broker, clientId, userId } = people[0] as never] = people.slice(-1);
    await product.send("POST", "/sandbox/faults", {
      body: { target: broker, kind: "drop-after-accept", account: clientId, count: 1 },
    });
    const report = (await place(row("TCS", 500))).json();
    const { orders } = await placementOf(report.placement_id);
    const lost = orders.find((order) => order.user_id === userId);
    expect(await atExchange(lost?.tag ?? null)).toHaveLength(1);
    if (lost?.outcome === "unknown") {
      expect(report).toMatchObject({ success: false, unknown_orders: 1 });
      expect(report.errors.join("\n")).toContain("being looked up");
    }
  });

  it("is refused for an account whose limits it exceeds, and its quantity is never reduced", async () => {
    const report = (await place(row("ITC", 50_000_000))).json();
    expect(report).toMatchObject({ success: false, successful_orders: 0 });
    expect(report.errors.join("\n")).toContain("larger than the account's capital");
    const { orders } = await placementOf(report.placement_id);
    expect(orders.filter(({ tag }) => tag !== null)).toEqual([]);
  });

  it("places one order per account and share when two admins place it at once", async () => {
    const other = await product.staffToken("admin");
    const body = { orders: [row("HDFCBANK", 1_000)] };
    const replies = await Promise.all(
      [bearer, other].map((each) => product.send("POST", "/api/admin/place-bulk-orders", { bearer: each, body })),
    );
    const reports = replies.map((reply) => reply.json());
    const all = (await Promise.all(reports.map(({ placement_id }) => placementOf(placement_id)))).flatMap(
      ({ orders }) => orders,
    );
    const entered = all.filter(({ tag }) => tag !== null).map(({ user_id }) => user_id);
    expect(new Set(entered).size).toBe(entered.length);
    const skipped = all.filter(({ outcome }) => outcome === "skipped");
    const reasons = ["an order of ours in this share is still open", "the outcome of an earlier order is still open"];
    expect(skipped.filter(({ message }) => !reasons.includes(message ?? ""))).toEqual([]);
  });

  it("returns the same reply when it is repeated with its idempotency key", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { orders: [row("WIPRO", 200)] };
    const [first, again] = [
      await post("/api/admin/place-bulk-orders", body, headers),
      await post("/api/admin/place-bulk-orders", body, headers),
    ];
    expect(again.json()).toEqual(first.json());
    expect(again.headers["idempotent-replayed"]).toBe("true");
  });

  it.for([
    ["share_unknown", row("NOSUCHSHARE", 10)],
    ["order_row_wrong", row("SBIN", 10, { order_type: "limit" })],
    ["order_row_wrong", row("SBIN", 10, { order_type: "limit", limit_price: 1 })],
    ["order_row_wrong", row("SBIN", 10, { schedule_type: "scheduled" })],
    ["order_row_wrong", row("SBIN", 10, { schedule_type: "scheduled", scheduled_datetime: "2026-11-16T09:00" })],
    ["outside_session", row("SBIN", 10, { schedule_type: "scheduled", scheduled_datetime: "2026-11-21T10:00" })],
    ["invalid_input", row("SBIN", 0)],
    ["invalid_input", row("SBIN", 1.5)],
    ["invalid_input", row("", 1)],
  ] as const)("[C5.8] is refused as a whole and changes nothing: %s", async ([code, wrong]) => {
    const count = async () => (await product.query("SELECT count(*) FROM operator_placement"))[0];
    const before = await count();
    const reply = await place(row("SBIN", 10), wrong);
    expect([reply.statusCode, reply.json().code]).toEqual([400, code]);
    if (code !== "invalid_input") expect(reply.json().detail).toMatch(/^Row 2: ./);
    expect(await count()).toEqual(before);
  });

  it.for([
    ["at once", {}],
    ["later today", { schedule_type: "scheduled", scheduled_datetime: "2026-11-16T14:00" }],
    ["on another day", { schedule_type: "scheduled", scheduled_datetime: "2026-11-17T10:00" }],
  ] as const)(
    "[C5.9] at a limit of one rupee is refused with the market price and the permitted range: %s",
    async ([, more]) => {
      const { price } = await priceOf("SBIN");
      const reply = await place(row("SBIN", 10, { order_type: "limit", limit_price: 1, ...more }));
      expect([reply.statusCode, reply.json().code]).toEqual([400, "order_row_wrong"]);
      expect(reply.json().detail).toMatch(/^Row 1: .* SBIN .*Market price ₹[\d,.]+, permitted range ₹[\d,.]+ to ₹/);
      expect(price).toBeGreaterThan(1);
    },
  );

  it("is placed at a limit far through the market only after the operator confirms it", async () => {
    const { price, lowest } = await priceOf("AXISBANK");
    const far = row("AXISBANK", 400, {
      order_type: "limit",
      position_type: "short",
      limit_price: Math.max(lowest, Math.floor(price * 0.97)),
    });
    const count = async () => (await product.query("SELECT count(*) FROM operator_placement"))[0];
    const before = await count();
    const asked = await place(row("SBIN", 10), far);
    expect([asked.statusCode, asked.json().code]).toEqual([409, "limit_far_through"]);
    expect(asked.json().detail).toMatch(
      /^Row 2: Sell 400 AXISBANK at a limit of .* below the market.*permitted range .* to .*Worth ₹/,
    );
    expect(await count()).toEqual(before);
    const body = { orders: [far], confirm_far_limits: true };
    const report = (await post("/api/admin/place-bulk-orders", body)).json();
    expect(report.successful_orders).toBeGreaterThan(0);
    expect(report.filled_orders + report.working_orders + report.cancelled_orders).toBe(report.successful_orders);
  });

  it("reports how many of the accepted orders are filled, working and cancelled without a fill", async () => {
    const { price } = await priceOf("LT");
    const limit_price = Math.ceil(price * 1.02);
    const report = (await place(row("LT", 40, { order_type: "limit", position_type: "short", limit_price }))).json();
    expect(report.successful_orders).toBeGreaterThan(0);
    expect(report.filled_orders).toBe(0);
    expect(report.working_orders + report.cancelled_orders).toBe(report.successful_orders);
    const { placement, orders } = await eventually("every order's end", async () => {
      const now = await placementOf(report.placement_id);
      return now.placement.working_orders === 0 ? now : null;
    });
    expect(placement).toMatchObject({ filled_orders: 0, cancelled_orders: report.successful_orders });
    const placed = orders.filter(({ outcome }) => outcome === "placed");
    expect(new Set(placed.map(({ message }) => message))).toEqual(new Set(["cancelled unfilled"]));
  });

  it("[C5.9] accepts at most twenty rows", async () => {
    expect((await place(...Array.from({ length: 21 }, () => row("SBIN", 1)))).statusCode).toBe(400);
    expect((await place()).statusCode).toBe(400);
  });

  it("records the admin who placed it in the audit trail", async () => {
    const { events } = await get("/api/admin/audit?kind=desk_orders_placed&limit=500");
    expect(events.at(-1)).toMatchObject({ after: { rows: [{ symbol: "SBIN", quantity: 3_000 }] } });
    expect(events.every((event: { by_username: string | null }) => event.by_username !== null)).toBe(true);
  });

  it("appears in the list of bulk orders with its outcome", async () => {
    const { placements } = await get("/api/admin/placements");
    expect(placements.at(-1)).toMatchObject({ source: "desk", rows: [{ symbol: "SBIN", total_quantity: 3_000 }] });
  });
});
