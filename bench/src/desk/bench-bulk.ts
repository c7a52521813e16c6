import { setTimeout as sleep } from "node:timers/promises";
import { backOfficeEndpoints } from "@vriddhi/contract/back-office";
import { request } from "undici";
import { type FourProcesses, startFourProcesses } from "../four-processes.ts";
import type { Row } from "../report.ts";
import { logInAtDesk } from "./desk-login.ts";

const ACCOUNTS = Number(process.env["BENCH_BULK"] ?? 5_000);
/** Of ten brokers' accounts one fails: most refuse, some take the order and never answer, some hang up first. */
const FAILING = 10;
const FAULTS = ["reject", "reject", "reject", "drop-after-accept", "drop-before-accept"] as const;
const SHARES_EACH = 2;
const SYMBOL = "ITC";
const ANSWER_MAX_MS = 30_000;
/** A report of orders that never left proves little: most must have reached a broker. */
const LEFT_PART_MIN = 0.9;
const LOOK_EVERY_MS = 2_000;
const REFUSED_WAIT_MS = 2_000;
/** Only a hang reaches it. */
const PATIENCE_MS = 15 * 60_000;
/** What nobody knows by then is told as open, and the promise as broken. */
const SETTLED_WITHIN_MS = 3 * 60_000;
/** Whoever uses less than this part of a core has loaded everybody. */
const CALM_PART = 0.35;
const CALM_LOOKS = 5;
const CALM_WITHIN_MS = 2 * 60_000;
/** A login that a busy machine lost is not tried again: then so many have to do, once no more come. */
const ENOUGH_PART = 0.9;
const STILL_MS = 30_000;

/** A morning on which everybody is logged in and nothing has happened; time stands still until all are there. */
const DAY = "2026-11-16";
const OPEN = `${DAY}T09:20:00+05:30`;

/** Everybody with the same capital, so that each gets the same, and nobody who starts by themselves. */
const EQUAL = [
  `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT gen_random_uuid(), user_id, 'account', 5000000, true, now() FROM algo_setting`,
  "UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL",
  "UPDATE subscription_periods SET band_paise = greatest(band_paise, 5000000)",
];

/**
 * Who runs is loaded before anything is traded, as on every day; who approves by hand is traded for by nobody but the
 * desk, so that the exchange has nothing else to tell of.
 */
const RUNNING = `INSERT INTO algo_run (id, user_id, broker, link_id, account_id, trading_day, capital_paise, approval_mode,
    is_background, started_at, started_by, seen_at)
  SELECT gen_random_uuid(), l.user_id, l.broker, l.id, l.account_id, '${DAY}', 5000000, 'manual', true, now(), 'operator', now()
  FROM broker_links l JOIN algo_setting s ON s.user_id = l.user_id AND s.broker = l.broker
  WHERE l.sealed_access IS NOT NULL AND l.account_id IS NOT NULL ON CONFLICT DO NOTHING`;

interface Linked {
  readonly user_id: string;
  readonly broker: string;
  readonly client_id: string;
}

interface Report {
  readonly successful_orders: number;
  readonly total_orders: number;
  readonly unknown_orders: number;
  readonly placement_id: string | null;
}

interface AccountOrder {
  readonly tag: string | null;
  readonly message: string | null;
  readonly outcome: "waiting" | "placed" | "filled" | "unknown" | "refused" | "skipped";
}

interface Placement {
  readonly placement: { readonly total_orders: number; readonly successful_orders: number };
  readonly orders: readonly AccountOrder[];
}

interface SeenOrder {
  readonly symbol: string;
  readonly tag: string;
  readonly side: string;
  readonly status: string;
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`never came: ${what}`);
}

/** One address asks for all of it, so a flood gate that closes is waited for. */
async function call<Reply>(url: string, method: "GET" | "POST" | "DELETE", body?: unknown, bearer?: string) {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (bearer !== undefined) headers["authorization"] = `Bearer ${bearer}`;
  for (;;) {
    const sent = body === undefined ? null : JSON.stringify(body);
    const reply = await request(url, { method, headers, body: sent, headersTimeout: 120_000, bodyTimeout: 120_000 });
    const text = await reply.body.text();
    if (reply.statusCode === 200) return JSON.parse(text) as Reply;
    if (reply.statusCode !== 429)
      throw new Error(`${method} ${url} answered ${reply.statusCode} ${text.slice(0, 300)}`);
    await sleep(REFUSED_WAIT_MS);
  }
}

async function gather(product: FourProcesses): Promise<readonly Linked[]> {
  const countOf = async (text: string): Promise<number> => (await product.query<{ n: number }>(text))[0]?.n ?? 0;
  await until("the crowd's rows", async () =>
    (await countOf("SELECT count(*)::int AS n FROM algo_setting")) >= ACCOUNTS ? true : null,
  );
  for (const statement of EQUAL) await product.query(statement);
  const startedAt = performance.now();
  const secondsOf = () => ((performance.now() - startedAt) / 1_000).toFixed(0);
  let [most, since] = [0, performance.now()];
  const running = await until("everybody's run", async () => {
    await product.query(RUNNING);
    const now = await countOf("SELECT count(*)::int AS n FROM algo_run");
    if (now > most) [most, since] = [now, performance.now()];
    const isStill = now >= ENOUGH_PART * ACCOUNTS && performance.now() - since > STILL_MS;
    return now >= ACCOUNTS || isStill ? now : null;
  });
  console.log(`desk/bulk: ${running} of ${ACCOUNTS} accounts logged in after ${secondsOf()} s`);
  await calm(product);
  console.log(`desk/bulk: everybody is loaded after ${secondsOf()} s`);
  return product.query<Linked>(
    "SELECT l.user_id, l.broker, l.client_id FROM broker_links l JOIN algo_run r ON r.link_id = l.id ORDER BY l.user_id",
  );
}

/** Until the product has nothing more to do; on a machine that others keep busy as long as one may wait for it. */
async function calm({ cpuMs }: FourProcesses): Promise<void> {
  const deadline = performance.now() + CALM_WITHIN_MS;
  let [calmLooks, before] = [0, cpuMs()];
  while (calmLooks < CALM_LOOKS && performance.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
    const now = cpuMs();
    calmLooks = now - before < CALM_PART * LOOK_EVERY_MS ? calmLooks + 1 : 0;
    before = now;
  }
}

async function breakSome(url: string, linked: readonly Linked[]): Promise<number> {
  const failing = linked.filter((_, place) => place % FAILING === FAILING - 1);
  for (const [at, { broker, client_id }] of failing.entries()) {
    const kind = FAULTS[at % FAULTS.length];
    await call(`${url}/sandbox/faults`, "POST", { target: broker, kind, account: client_id, count: 1 });
  }
  return failing.length;
}

const isTaken = ({ outcome }: AccountOrder): boolean => outcome === "placed" || outcome === "filled";

/** Why orders were not taken, and how often each. */
function tellReasons(orders: readonly AccountOrder[]): void {
  const told = Map.groupBy(
    orders.filter((order) => !isTaken(order)),
    ({ outcome, message }) => `${outcome}: ${message ?? ""}`,
  );
  for (const [reason, { length }] of told) console.log(`desk/bulk: ${length} ${reason}`);
}

/** What the desk says of each account against what the exchange has: nothing hidden, nothing made up, nothing twice. */
function judge(orders: readonly AccountOrder[], seen: readonly SeenOrder[]) {
  const entries = seen.filter(({ side }) => side === "buy");
  const stands = Map.groupBy(entries, ({ tag }) => tag);
  const atExchange = (tag: string | null): number =>
    (tag === null ? [] : (stands.get(tag) ?? [])).filter(({ status }) => status !== "rejected").length;
  const told = new Set(orders.flatMap(({ tag }) => tag ?? []));
  const turnedDown = new Set(entries.flatMap(({ tag, status }) => (status === "rejected" ? tag : [])));
  return {
    taken: orders.filter(isTaken).length,
    /** A broker that says yes first and refuses in its book afterwards: at the time of the call they were taken. */
    refusedLater: orders.filter(({ tag, outcome }) => outcome === "refused" && tag !== null && turnedDown.has(tag))
      .length,
    skipped: orders.filter(({ outcome }) => outcome === "skipped").length,
    refused: orders.filter(({ outcome }) => outcome === "refused").length,
    open: orders.filter(isOpen).length,
    madeUp: orders.filter((order) => isTaken(order) && atExchange(order.tag) === 0).length,
    hidden: orders.filter((order) => !isTaken(order) && atExchange(order.tag) > 0).length,
    twice: orders.filter(({ tag }) => atExchange(tag) > 1).length,
    untold: entries.filter(({ tag }) => !told.has(tag)).length,
  };
}

const orderOf = (symbol: string) => ({
  symbol,
  total_quantity: SHARES_EACH * ACCOUNTS,
  order_type: "market",
  position_type: "long",
  schedule_type: "immediate",
});

/** A share that is watched already, as one that was traded before: every process hears what it costs. */
const WATCHED = `INSERT INTO wanted_price (process, isins, wanted_at)
  SELECT 'bench', array_agg(DISTINCT isin), now() + interval '1 hour' FROM instruments WHERE symbol = $1 ON CONFLICT DO NOTHING`;

/** Each broker's list of the day's shares comes a moment after the logins. */
const listed = (product: FourProcesses, linked: readonly Linked[]): Promise<true> =>
  until("the day's lists of shares", async () => {
    const rows = await product.query<{ broker: string }>(
      "SELECT broker FROM instruments WHERE symbol = $1 AND seen_on = $2 AND NOT is_renamed",
      [SYMBOL, DAY],
    );
    const known = new Set(rows.map(({ broker }) => broker));
    return linked.every(({ broker }) => known.has(broker)) ? true : null;
  });

const place = (url: string, symbol: string, bearer: string): Promise<Report> =>
  call<Report>(`${url}${backOfficeEndpoints.placeBulkOrders.path}`, "POST", { orders: [orderOf(symbol)] }, bearer);

const isOpen = ({ outcome }: AccountOrder): boolean => outcome === "unknown" || outcome === "waiting";

/** Once no broker's answer is open any more, or when nobody waits any longer. */
async function settled(url: string, { placement_id: id }: Report, bearer: string): Promise<Placement> {
  const address = `${url}${backOfficeEndpoints.listPlacements.path}/${id}`;
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const now = await call<Placement>(address, "GET", undefined, bearer);
    if (!now.orders.some(isOpen) || performance.now() > deadline) return now;
    await sleep(LOOK_EVERY_MS);
  }
}

async function placeAndJudge(product: FourProcesses): Promise<readonly Row[]> {
  const { url } = product;
  const linked = await gather(product);
  const bearer = await logInAtDesk(url);
  await call(`${url}/sandbox/clock`, "POST", { speed: 1 });
  await listed(product, linked);
  await product.query(WATCHED, [SYMBOL]);
  const failing = await breakSome(url, linked);
  const startedAt = performance.now();
  const report = await place(url, SYMBOL, bearer);
  const answeredMs = performance.now() - startedAt;
  const whole = await settled(url, report, bearer);
  const settledMs = performance.now() - startedAt;
  tellReasons(whole.orders);
  const seen = await call<readonly SeenOrder[]>(`${url}/sandbox/exchange/orders`, "GET");
  const verdict = judge(
    whole.orders,
    seen.filter(({ symbol }) => symbol === SYMBOL),
  );
  const { taken, skipped, refused, refusedLater, open, madeUp, hidden, twice, untold } = verdict;
  const isExact =
    open + madeUp + hidden + twice + untold === 0 &&
    whole.placement.successful_orders === taken &&
    report.total_orders === whole.orders.length &&
    report.successful_orders <= taken + refusedLater;
  return [
    {
      benchmark: `desk: a bulk order to ${linked.length} accounts, ${failing} with a failing broker, against the exchange`,
      measured: `${taken} taken, ${refused} refused, ${skipped} skipped, ${open} open; ${madeUp} made up, ${hidden} hidden, ${twice} twice, ${untold} untold; all known after ${(settledMs / 1_000).toFixed(0)} s`,
      target: "0 open, made up, hidden, twice or untold",
      verdict: isExact ? "PASS" : "FAIL",
    },
    {
      benchmark: "desk: orders of it that left while they were valid",
      measured: `${taken + refused} of ${whole.orders.length}`,
      target: `≥ ${LEFT_PART_MIN * 100} %`,
      verdict: taken + refused >= LEFT_PART_MIN * whole.orders.length ? "PASS" : "FAIL",
    },
    {
      benchmark: "desk: the call that places it",
      measured: `${(answeredMs / 1_000).toFixed(1)} s; told ${report.successful_orders} taken and ${report.unknown_orders} unknown`,
      target: `≤ ${ANSWER_MAX_MS / 1_000} s`,
      verdict: answeredMs <= ANSWER_MAX_MS ? "PASS" : "FAIL",
    },
  ];
}

/** One bulk order of the desk to thousands of accounts of which a tenth fail, judged by the exchange behind the brokers. */
export async function benchBulk(): Promise<readonly Row[]> {
  const product = await startFourProcesses({ SANDBOX_CLOCK: `${OPEN}@0`, SANDBOX_CROWD: String(ACCOUNTS) });
  try {
    return await placeAndJudge(product);
  } finally {
    await product.stop();
  }
}
