import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { type Endpoints, endpoints } from "@vriddhi/contract/endpoints";
import { isDeep } from "@vriddhi/testing/deep";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ChaosWorld, openChaosWorld, until } from "../testing/chaos/chaos-world.ts";
import { demoAccountsOf } from "./sandbox/demo-accounts.ts";

// Whole processes are killed and restarted; slow on a busy machine.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const isLinux = process.platform === "linux";
const DAY = "2026-11-17";
const ACCOUNTS = 30;
const people = demoAccountsOf(ACCOUNTS);
const at = (broker: string) => people.filter((person) => person.broker === broker);
const HELD_LOCK = 4242;
const LOOK_EVERY_MS = 100;

type KeyedName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { readonly idempotent: true } ? Name : never;
}[keyof Endpoints];

interface Plan {
  readonly path: string;
  readonly body?: object;
  /** Set for a user's call; `undefined` for an operator's. */
  readonly userId?: string;
  readonly effect: { readonly text: string; readonly values: readonly unknown[] };
}

const killTargets = ["the answering process", "the postmaster", "both"] as const;
type KillTarget = (typeof killTargets)[number];
/** Each kill restarts whole processes; the hardest one is in every run. */
const tried: readonly KillTarget[] = isDeep ? killTargets : ["both"];

let world: ChaosWorld;
let operator: string;
const tokens = new Map<string, string>();

/** Each reply waits for this lock after its effect's commit: a process killed then stored all and replied nothing. */
const HOLD_ANSWERS = `
  CREATE FUNCTION hold_answer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF pg_current_xact_id_if_assigned() IS NULL AND current_query() LIKE 'UPDATE idempotency_key SET status%' THEN
      PERFORM pg_advisory_xact_lock_shared(${HELD_LOCK});
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER hold_answer BEFORE UPDATE ON idempotency_key FOR EACH STATEMENT EXECUTE FUNCTION hold_answer()`;

const IS_HELD = `locktype = 'advisory' AND objid = ${HELD_LOCK} AND NOT granted`;

async function signIn(userId: string): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  await world.query(
    `INSERT INTO sessions (id, token_hash, user_id, is_remembered, device, ip, created_at, last_seen_at, expires_at, proved_at, proved_by)
     VALUES ($1, $2, $3, true, 'a test', '127.0.0.1', now(), now(), now() + interval '1 day', now(), 'password')`,
    [randomUUID(), createHash("sha256").update(token).digest(), userId],
  );
  tokens.set(userId, token);
}

beforeAll(async () => {
  if (!isLinux) return;
  world = await openChaosWorld({
    SANDBOX_CLOCK: `${DAY}T08:50:00+05:30@1`,
    SANDBOX_ACCOUNTS: String(ACCOUNTS),
    POOL_API_MAX: "40",
  });
  const connected = () => world.query("SELECT 1 FROM broker_links WHERE sealed_access IS NOT NULL");
  await until("the demo accounts are connected", async () => (await connected()).length >= ACCOUNTS);
  // Before this time the product refuses an order of a share.
  await until("the shares are listed", async () => {
    const listed = await world.query(
      "SELECT DISTINCT symbol FROM instruments WHERE symbol IN ('ITC', 'SBIN', 'WIPRO')",
    );
    return listed.length === 3;
  });
  // No automatic starts, so that only the calls cause orders.
  await world.query(
    `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT gen_random_uuid(), user_id, 'account', standing_capital_paise, true, now() FROM algo_setting
     WHERE standing_capital_paise IS NOT NULL`,
  );
  await world.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
  await world.query("UPDATE users SET dob = '1990-05-01' WHERE dob IS NULL");
  await world.query(HOLD_ANSWERS);
  for (const { userId } of people) await signIn(userId);
});
afterAll(() => world?.close());

interface Sent {
  readonly status: number;
  readonly body: { readonly placement_id?: string | null; readonly total_orders?: number };
}

async function send({ path, body, userId }: Plan, key: string): Promise<Sent> {
  const token = userId === undefined ? operator : tokens.get(userId);
  const reply = await fetch(`${world.address}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "idempotency-key": key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Sent["body"] };
}

/** Retries like a page until the reply is not a server failure. */
async function sendAgain(plan: Plan, key: string): Promise<Sent> {
  for (;;) {
    const sent = await send(plan, key).catch(() => null);
    if (sent !== null && sent.status < 500) return sent;
    await sleep(LOOK_EVERY_MS);
  }
}

const effectOf = ({ effect }: Plan): Promise<object[]> => world.query(effect.text, effect.values);

async function purchase(userId: string): Promise<string> {
  const id = randomUUID();
  await world.query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at, paid_at, settled_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, 99900, 'paid', $3, now(), now(), now())`,
    [id, userId, `pay_${id.slice(0, 14)}`],
  );
  return id;
}

async function guaranteeCase(userId: string): Promise<{ readonly id: string; readonly orderId: string }> {
  const [id, orderId] = [randomUUID(), await purchase(userId)];
  await world.query(
    `INSERT INTO guarantee_results (id, order_id, user_id, plan, period_start, period_end, gross_paise, fee_paise, outcome, evidence, judged_at)
     VALUES ($1, $2, $3, 'MONTHLY', '2026-10-01', '2026-11-01', 1000, 99900, 'kept', '[]', '2026-11-01')`,
    [id, orderId, userId],
  );
  return { id, orderId };
}

async function payout(userId: string): Promise<{ readonly id: string; readonly orderId: string }> {
  const [id, orderId] = [randomUUID(), await purchase(userId)];
  await world.query(
    `INSERT INTO refunds (id, order_id, payment_id, amount_paise, reason, state, note, created_at, changed_at)
     SELECT $1, id, payment_id, 50000, 'operator', 'payout', '', now(), now() FROM payment_orders WHERE id = $2`,
    [id, orderId],
  );
  return { id, orderId };
}

const REASON = "The feed was away for two sessions";
const CAPITAL = { capital: 500 };

const runsOf = (userId: string) => ({
  text: "SELECT id, broker, started_at, stopped_at, stop_cause, day_approved_at FROM algo_run WHERE user_id = $1 ORDER BY id",
  values: [userId],
});

async function deskPlans(place: number): Promise<Partial<Record<KeyedName, Plan>>> {
  const userId = at("zerodha")[place]?.userId ?? "";
  const [orderId, granted, open] = [await purchase(userId), await guaranteeCase(userId), await payout(userId)];
  const refundsOf = (id: string) => ({
    text: `SELECT r.id, r.amount_paise FROM refunds r WHERE r.order_id = $1 ORDER BY r.id`,
    values: [id],
  });
  return {
    extendSubscription: {
      path: `/api/admin/users/${userId}/extend`,
      body: { days: 3, reason: REASON },
      effect: {
        text: "SELECT id, starts_at, ends_at FROM subscription_periods WHERE user_id = $1 ORDER BY id",
        values: [userId],
      },
    },
    refundPurchase: {
      path: `/api/admin/users/${userId}/refund`,
      body: { purchase_id: orderId, amount: 100, reason: REASON },
      effect: refundsOf(orderId),
    },
    grantGuarantee: {
      path: `/api/admin/guarantees/${granted.id}/grant`,
      body: { reason: REASON },
      effect: refundsOf(granted.orderId),
    },
    settlePayout: {
      path: `/api/admin/payouts/${open.id}/settle`,
      body: { reference: `UTR${place}0001` },
      effect: { text: "SELECT state, note, changed_at FROM refunds WHERE id = $1", values: [open.id] },
    },
  };
}

const row = (symbol: string, more: object) => ({
  orders: [{ symbol, total_quantity: 300, order_type: "market", position_type: "long", ...more }],
});

async function personPlans(place: number): Promise<Partial<Record<KeyedName, Plan>>> {
  const own = (broker: string, nth: number): string => at(broker)[3 * nth + place]?.userId ?? "";
  const plan = (path: string, userId: string, body?: object): Plan => ({
    path,
    userId,
    ...(body === undefined ? {} : { body }),
    effect: runsOf(userId),
  });
  const [stopped, ended, approved] = [own("fyers", 0), own("fyers", 1), own("fyers", 2)];
  for (const userId of [stopped, ended, approved, own("angelone", 0), own("angelone", 1)])
    expect((await send(plan("/algorithm/start", userId, CAPITAL), randomUUID())).status).toBe(200);
  await world.query("UPDATE algo_run SET day_approved_at = NULL WHERE user_id = $1", [approved]);
  const armed = own("zerodha", 1);
  const killed = own("angelone", 1);
  return {
    startAlgorithm: plan("/algorithm/start", own("zerodha", 2), CAPITAL),
    startAlgorithmNextDay: {
      ...plan("/algorithm/start-next-day", armed, CAPITAL),
      effect: { text: "SELECT broker, standing_from FROM algo_setting WHERE user_id = $1", values: [armed] },
    },
    stopAlgorithm: plan("/algorithm/stop", stopped, {}),
    stopAlgorithmBackground: plan("/algorithm/stop-background", ended, {}),
    startAngelOneAlgorithm: plan("/angelone-algorithm/start", own("angelone", 2), CAPITAL),
    stopAngelOneAlgorithm: plan("/angelone-algorithm/stop", own("angelone", 0)),
    approveAlgorithmDay: plan("/algorithm/approve-day", approved, {}),
    pressKillSwitch: {
      ...plan("/algorithm/kill", killed),
      effect: { text: "SELECT pressed_at FROM kill_switch WHERE user_id = $1", values: [killed] },
    },
    // Scheduled rows: the call stores its whole effect and sends nothing yet.
    placeBulkOrders: {
      path: "/api/admin/place-bulk-orders",
      body: row("ITC", { schedule_type: "scheduled", scheduled_datetime: `${DAY}T14:0${place}` }),
      effect: {
        text: "SELECT id FROM scheduled_order WHERE due_at = $1::timestamptz",
        values: [`${DAY}T14:0${place}:00+05:30`],
      },
    },
  };
}

const heldAnswers = async (): Promise<number> => (await world.query(`SELECT 1 FROM pg_locks WHERE ${IS_HELD}`)).length;

async function kill(target: KillTarget): Promise<void> {
  const api = world.pidOf("api");
  const pids = {
    "the answering process": [api],
    "the postmaster": [world.postmaster()],
    both: [api, world.postmaster()],
  };
  for (const pid of pids[target]) process.kill(pid, "SIGKILL");
  // Ends the killed process's statements, because the database survives it.
  await world.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ${IS_HELD}`);
  await world.query("SELECT pg_advisory_unlock_all()");
}

interface KilledCall {
  readonly name: string;
  readonly first: Sent | null;
  readonly again: Sent;
  readonly before: readonly object[];
  readonly after: readonly object[];
}

/** All calls at once: each has stored its effect when the kill comes, and each is repeated with its key. */
async function killAll(target: KillTarget, plans: Partial<Record<KeyedName, Plan>>): Promise<readonly KilledCall[]> {
  await world.query(`SELECT pg_advisory_lock(${HELD_LOCK})`);
  const calls = Object.entries(plans).map(([name, plan]) => ({ name, plan, key: randomUUID() }));
  const firsts = calls.map(({ plan, key }) => send(plan, key).catch(() => null));
  await until("every call has stored what it does", async () => (await heldAnswers()) === calls.length);
  const before: (readonly object[])[] = [];
  for (const { plan } of calls) before.push(await effectOf(plan));
  await kill(target);
  const repeated = await Promise.all(
    calls.map(async ({ plan, key }, n) => ({ first: (await firsts[n]) ?? null, again: await sendAgain(plan, key) })),
  );
  const killedCalls: KilledCall[] = [];
  for (const [n, { first, again }] of repeated.entries()) {
    const { name, plan } = calls[n] as (typeof calls)[number];
    killedCalls.push({ name, first, again, before: before[n] ?? [], after: await effectOf(plan) });
  }
  return killedCalls;
}

interface Accounts {
  readonly admin: { readonly username: string; readonly password: string };
}

async function signInAsAdmin(): Promise<void> {
  const { admin } = await world.call<Accounts>("GET", "/sandbox/accounts");
  const { username, password } = admin;
  operator = (await world.call<{ access_token: string }>("POST", "/api/login", { username, password })).access_token;
}

const keyedNames = Object.entries(endpoints as Readonly<Record<string, EndpointDefinition>>)
  .filter(([, { idempotent }]) => idempotent === true)
  .map(([name]) => name)
  .toSorted();

describe.runIf(isLinux).each(tried)("after SIGKILL of %s between commit and reply", (target) => {
  const place = killTargets.indexOf(target);

  it("a retry of every keyed call returns the stored result and repeats no effect", async () => {
    await signInAsAdmin();
    const plans = { ...(await deskPlans(place)), ...(await personPlans(place)) };
    expect(Object.keys(plans).toSorted()).toEqual(keyedNames);
    for (const { name, first, again, before, after } of await killAll(target, plans)) {
      expect([name, before.length > 0, again.status]).toEqual([name, true, 200]);
      expect([name, after]).toEqual([name, before]);
      if (target === "the postmaster") expect([name, first?.status]).toEqual([name, 200]);
      else expect([name, first]).toEqual([name, null]);
    }
  });
});

interface Bought {
  readonly account: string;
  readonly symbol: string;
  readonly side: string;
  readonly tag: string | null;
  readonly filled_quantity: number;
}

interface Report {
  readonly placement: Readonly<Record<"unknown_orders" | "working_orders" | "filled_orders", number>>;
  readonly orders: readonly { readonly tag: string | null; readonly filled: number }[];
}

async function reportOf(id: string): Promise<Report> {
  const headers = { authorization: `Bearer ${operator}` };
  const read = () => world.call<Report>("GET", `/api/admin/placements/${id}`, undefined, headers);
  await until("every order has its end", async () => {
    const { unknown_orders, working_orders } = (await read()).placement;
    return unknown_orders + working_orders === 0;
  });
  return read();
}

describe.runIf(isLinux)("a bulk order", () => {
  beforeAll(async () => {
    await world.call("POST", "/sandbox/clock", { now: `${DAY}T09:20:00+05:30` });
  });

  it.each(tried)("is placed once and reported as stored when %s gets SIGKILL before its reply", async (target) => {
    const symbol = ["SBIN", "WIPRO", "ITC"][killTargets.indexOf(target)] ?? "";
    await signInAsAdmin();
    const stored = () =>
      world.query<{ id: string }>(
        "SELECT DISTINCT placement_id AS id FROM operator_order WHERE symbol = $1 AND trading_day = $2",
        [symbol, DAY],
      );
    const plan: Plan = {
      path: "/api/admin/place-bulk-orders",
      body: row(symbol, { schedule_type: "immediate" }),
      effect: { text: "SELECT 1", values: [] },
    };
    const key = randomUUID();
    await world.query(`SELECT pg_advisory_lock(${HELD_LOCK})`);
    const first = send(plan, key).catch(() => null);
    await until("the placement is stored", async () => (await stored()).length === 1);
    const [placement] = await stored();
    await kill(target);
    const again = await sendAgain(plan, key);
    expect([again.status, again.body.placement_id]).toEqual([200, placement?.id]);
    expect(await stored()).toEqual([placement]);
    if (target === "the postmaster") expect((await first)?.body.placement_id).toBe(placement?.id);
    const report = await reportOf(placement?.id ?? "");
    expect(again.body.total_orders).toBe(report.orders.length);
    // By the exchange's books no account has bought twice, and the operator sees the fills of the one placement.
    const bought = (await world.call<readonly Bought[]>("GET", "/sandbox/exchange/orders")).filter(
      (order) => order.symbol === symbol && order.side === "buy",
    );
    expect(new Set(bought.map(({ account }) => account)).size).toBe(bought.length);
    const filled = report.orders.filter((order) => order.filled > 0);
    expect(new Map(filled.map((order) => [order.tag, order.filled]))).toEqual(
      new Map(bought.filter((order) => order.filled_quantity > 0).map((order) => [order.tag, order.filled_quantity])),
    );
    expect([report.placement.filled_orders, filled.length > 0]).toEqual([filled.length, true]);
    expect(bought.length).toBeGreaterThan(0);
  });
});
