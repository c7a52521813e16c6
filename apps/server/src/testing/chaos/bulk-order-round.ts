import { randomUUID } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { isGone, isWhole } from "./chaos-round.ts";
import { type ChaosWorld, until } from "./chaos-world.ts";

/** Kills the worker between two rows or around a scheduled time, or the API (and the postmaster) before it replies. */
export const bulkOrderFaults = [
  "between two rows",
  "before its time",
  "after its time",
  "before its answer",
  "before its answer, with the postmaster",
] as const;
export type BulkOrderFault = (typeof bulkOrderFaults)[number];

export interface BulkOrderRoundOutcome {
  readonly fault: BulkOrderFault;
  readonly placements: number;
  readonly shares: number;
  /** Accounts for which a row has more than one order or skip reason, or that entered a share more than once. */
  readonly twice: number;
  /** Orders whose filled quantity differs between the operator's report and the exchange, once no order is open. */
  readonly misreported: number;
  readonly isMissed: boolean;
}

const SYMBOLS = ["ITC", "WIPRO"] as const;
/** No other fault uses these shares, so that no per-account check hides a doubled order. */
const ANSWER_SYMBOLS = { alone: "SBIN", withPostmaster: "ONGC" } as const;
const QUANTITY = 120;
const SCHEDULED_IN_MS = 8 * SECOND_MS;
/** A scheduled order this late is missed for good. */
const GIVE_UP_MS = 5 * MINUTE_MS;

const row = (symbol: string) => ({
  symbol,
  total_quantity: QUANTITY,
  order_type: "market",
  position_type: "long",
});

interface BackOffice {
  post<Reply>(path: string, body: unknown): Promise<Reply>;
  get<Reply>(path: string): Promise<Reply>;
}

async function openBackOffice(world: ChaosWorld): Promise<BackOffice> {
  const { admin } = await world.call<{ admin: object }>("GET", "/sandbox/accounts");
  const { access_token: token } = await world.call<{ access_token: string }>("POST", "/api/login", admin);
  const authorization = `Bearer ${token}`;
  return {
    get: (path) => world.call("GET", path, undefined, { authorization }),
    // `world.call` repeats a failed call with the same headers, so its key prevents a second order.
    post: (path, body) => world.call("POST", path, body, { authorization, "idempotency-key": randomUUID() }),
  };
}

const marketNow = async (world: ChaosWorld): Promise<number> =>
  Date.parse((await world.call<{ now: string }>("GET", "/market/clock")).now);

async function sharesOf(world: ChaosWorld, placements: readonly string[]): Promise<readonly number[]> {
  const rows = await world.query<{ outcomes: number }>(
    `SELECT (SELECT count(DISTINCT i.tag) FROM intent i
         WHERE i.account_id = s.account_id AND i.signal_id = s.order_id AND i.trading_day = o.trading_day AND i.leg = 'entry')::int
       + (SELECT count(*) FROM ledger l
         WHERE l.account_id = s.account_id AND l.trading_day = o.trading_day AND l.key = 'skipped:' || s.order_id)::int AS outcomes
     FROM operator_share s JOIN operator_order o ON o.id = s.order_id WHERE o.placement_id = ANY ($1::uuid[])`,
    [placements],
  );
  return rows.map(({ outcomes }) => outcomes);
}

const placementsSince = async (world: ChaosWorld, known: ReadonlySet<string>): Promise<readonly string[]> =>
  (await world.query<{ id: string }>("SELECT id FROM operator_placement"))
    .map(({ id }) => id)
    .filter((id) => !known.has(id));

async function killBetweenRows(world: ChaosWorld, desk: BackOffice): Promise<void> {
  const victim = world.pidOf("worker");
  const preview = await desk.post<{ allocations: readonly { broker: string; quantity: number }[] }>(
    "/api/admin/order-preview",
    { symbol: SYMBOLS[0], total_quantity: QUANTITY },
  );
  const first = preview.allocations.filter(({ broker, quantity }) => broker === "fyers" && quantity > 0).length;
  const fault = { target: "fyers", kind: "kill-after-accept", nth: first + 1, pid: victim };
  await world.call("POST", "/sandbox/faults", fault);
  const orders = SYMBOLS.map((symbol) => ({ ...row(symbol), schedule_type: "immediate" }));
  await desk.post("/api/admin/place-bulk-orders", { orders });
  // Too few orders have reached the broker to trigger the fault: kill the worker here.
  if (!isGone(victim)) process.kill(victim, "SIGKILL");
}

async function killAround(world: ChaosWorld, desk: BackOffice, isAfter: boolean): Promise<void> {
  const dueAt = (await marketNow(world)) + SCHEDULED_IN_MS;
  const scheduled = {
    ...row(SYMBOLS[0]),
    schedule_type: "scheduled",
    scheduled_datetime: new Date(dueAt).toISOString(),
  };
  await desk.post("/api/admin/place-bulk-orders", { orders: [scheduled] });
  const isTaken = async (): Promise<boolean> =>
    (await world.query("SELECT 1 FROM scheduled_order WHERE state = 'pending'")).length === 0;
  await until("the moment of the fault", async () =>
    isAfter ? isTaken() : (await marketNow(world)) >= dueAt - SECOND_MS,
  );
  process.kill(world.pidOf("worker"), "SIGKILL");
  await until("the order has its end", async () => (await isTaken()) || (await marketNow(world)) > dueAt + GIVE_UP_MS);
}

/** Repeats the call with its key until it gets a reply, as the back office's page does. */
async function killBeforeAnswer(
  world: ChaosWorld,
  desk: BackOffice,
  isStored: () => Promise<boolean>,
  withPostmaster: boolean,
): Promise<void> {
  const symbol = ANSWER_SYMBOLS[withPostmaster ? "withPostmaster" : "alone"];
  const orders = [{ ...row(symbol), schedule_type: "immediate" }];
  const answer = desk.post("/api/admin/place-bulk-orders", { orders });
  await until("the placement is stored", isStored);
  const pids = [world.pidOf("api"), ...(withPostmaster ? [world.postmaster()] : [])];
  for (const pid of pids) process.kill(pid, "SIGKILL");
  await answer;
}

interface Entry {
  readonly tag: string | null;
  readonly account: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly filled_quantity: number;
}

const entriesAt = async (world: ChaosWorld): Promise<readonly Entry[]> =>
  (await world.call<readonly Entry[]>("GET", "/sandbox/exchange/orders")).filter(({ side }) => side === "buy");

/** Counts the exchange's entries after `before` that repeat an account's entry into the same share. */
async function enteredTwice(world: ChaosWorld, before: readonly Entry[]): Promise<number> {
  const known = new Set(before.map(({ tag }) => tag));
  const fresh = (await entriesAt(world)).filter(({ tag }) => tag !== null && !known.has(tag));
  return fresh.length - new Set(fresh.map(({ account, symbol }) => `${account} ${symbol}`)).size;
}

interface Report {
  readonly placement: { readonly unknown_orders: number; readonly working_orders: number };
  readonly orders: readonly { readonly tag: string | null; readonly filled: number }[];
}

/** Compares the operator's reports of these placements with the exchange's books, once no order is open. */
async function misreported(world: ChaosWorld, desk: BackOffice, placements: readonly string[]): Promise<number> {
  const reported: Report["orders"][number][] = [];
  for (const id of placements)
    await until("an end of every order", async () => {
      const { placement, orders } = await desk.get<Report>(`/api/admin/placements/${id}`);
      if (placement.unknown_orders + placement.working_orders > 0) return false;
      reported.push(...orders);
      return true;
    });
  const filled = new Map((await entriesAt(world)).map((entry) => [entry.tag, entry.filled_quantity]));
  return reported.filter((order) => order.tag !== null && order.filled !== (filled.get(order.tag) ?? 0)).length;
}

export async function playBulkOrderRound(world: ChaosWorld, injected: BulkOrderFault): Promise<BulkOrderRoundOutcome> {
  const desk = await openBackOffice(world);
  await world.call("DELETE", "/sandbox/faults");
  await until("a worker that holds every bucket", () => isWhole(world));
  const known = new Set((await world.query<{ id: string }>("SELECT id FROM operator_placement")).map(({ id }) => id));
  const entries = await entriesAt(world);
  if (injected === "between two rows") await killBetweenRows(world, desk);
  else if (injected.startsWith("before its answer")) {
    const isStored = async () => (await placementsSince(world, known)).length > 0;
    await killBeforeAnswer(world, desk, isStored, injected.endsWith("postmaster"));
  } else await killAround(world, desk, injected === "after its time");
  await until("an outcome of every share", async () => {
    const placements = await placementsSince(world, known);
    return (await sharesOf(world, placements)).every((outcomes) => outcomes > 0);
  });
  const placements = await placementsSince(world, known);
  const shares = await sharesOf(world, placements);
  const missed = await world.query("SELECT 1 FROM scheduled_order WHERE state = 'missed'");
  return {
    fault: injected,
    placements: placements.length,
    shares: shares.length,
    twice: shares.filter((outcomes) => outcomes > 1).length + (await enteredTwice(world, entries)),
    misreported: await misreported(world, desk, placements),
    isMissed: missed.length > 0,
  };
}
