import { setTimeout as sleep } from "node:timers/promises";
import { BUCKETS } from "@vriddhi/execution/ports/ownership";
import { systemClock } from "../../platform/clock/system-clock.ts";
import { type ChaosCalls, type ChaosWorld, until } from "./chaos-world.ts";

/** What is killed when the exchange takes the n-th order of the round. */
export const chaosFaults = ["worker", "engine", "postmaster", "everything", "paused worker"] as const;
export type ChaosFault = (typeof chaosFaults)[number];

export interface SignalPlan {
  readonly number: number;
  readonly accounts: readonly string[];
  readonly desk: "angelone" | "fyers";
}

export interface RoundPlan extends SignalPlan {
  readonly fault: ChaosFault;
  readonly nth: number;
}

export interface RoundOutcome {
  readonly plan: SignalPlan;
  readonly signalId: string;
  /** Rows in flight at the fault. */
  readonly sending: number;
}

export interface ExchangeOrder {
  readonly tag: string | null;
  readonly account: string;
  readonly placed_by: "client" | "broker";
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly status: string;
}

/** Cheap enough for a small account. */
const SHARE = { symbol: "TATASTEEL", isin: "INE081A01020" };
const VALID_MS = 20_000;
const SETTLING_MS = 5_000;
/** Polls for the fault's trigger before each check whether it can still occur. */
const LOOKS = 200;
const LOOK_MS = 2;

export async function lastPrice(world: ChaosCalls): Promise<number> {
  let price = 0;
  await until("a bar of the share", async () => {
    const [row] = await world.query<{ close: number }>(
      `SELECT (bar ->> 4)::int AS close FROM bar_minute, jsonb_array_elements(bars) AS bar
       WHERE bar ->> 0 = $1 ORDER BY trading_day DESC, minute DESC LIMIT 1`,
      [SHARE.isin],
    );
    price = row?.close ?? 0;
    return price > 0;
  });
  return price;
}

export async function lead(world: ChaosCalls, pricePaise: number): Promise<void> {
  const path = Array.from({ length: 60 }, () => pricePaise / 100);
  await world.call("POST", "/sandbox/exchange/prices", { symbol: SHARE.symbol, path, step_seconds: 60 });
}

export async function chooseRunners(world: ChaosCalls, accounts: readonly string[]): Promise<void> {
  await world.query(
    "UPDATE algo_run SET stopped_at = clock_timestamp() WHERE stopped_at IS NULL AND account_id <> ALL ($1)",
    [accounts],
  );
  await world.query(
    `UPDATE algo_run run SET stopped_at = NULL, started_at = clock_timestamp(), day_approved_at = clock_timestamp()
     WHERE account_id = ANY ($1) AND trading_day = (SELECT max(trading_day) FROM algo_run)`,
    [accounts],
  );
}

const signalIdOf = ({ number }: Pick<SignalPlan, "number">): string => `chaos-${number}`;

/** A signal as the engine stores it: the row is the whole interface. */
export async function signal(
  world: ChaosCalls,
  plan: Pick<SignalPlan, "desk" | "number">,
  price: number,
): Promise<string> {
  const { desk, number } = plan;
  const id = signalIdOf(plan);
  const tick = 10;
  const [stop, target] = [0.985, 1.01].map((part) => Math.round((price * part) / tick) * tick);
  await world.query(
    `INSERT INTO signal (id, desk, trading_day, seq, epoch, isin, symbol, side, price_paise, stop_paise, target_paise,
       median_turnover_paise, all_capital_paise, rotation_paise, made_at, valid_until, market_at, sentence, record)
     SELECT $1, $2, max(trading_day), $3, 1, $4, $5, 'buy', $6, $7, $8, 100000000000,
       (SELECT sum(capital_paise) FROM algo_run WHERE stopped_at IS NULL), 0, clock_timestamp(),
       clock_timestamp() + $9 * interval '1 millisecond', clock_timestamp(), 'A fault is due.',
       '{"features": [], "score": 0, "threshold": null, "modelHash": ""}'
     FROM algo_run`,
    [id, desk, 1_000 + number, SHARE.isin, SHARE.symbol, price, stop, target, VALID_MS],
  );
  return id;
}

/** Entries stored as `sending` before the fault whose reply was not recorded by then. */
const onItsWay = async (world: ChaosWorld, signalId: string, faultAt: number): Promise<number> => {
  const [row] = await world.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM intent i WHERE i.signal_id = $1 AND i.n = 0 AND i.planned_at <= $2
       AND NOT EXISTS (SELECT FROM ledger l WHERE l.account_id = i.account_id AND l.tag = i.tag AND l.at <= $2
         AND l.kind = 'order_moved' AND l.fact ->> 'from' = 'sending')`,
    [signalId, new Date(faultAt)],
  );
  return row?.n ?? 0;
};

/** A surviving worker's own record of the reply dates the fault better than a poll: by then all may be answered. */
async function beforeAnswer(world: ChaosWorld, plan: RoundPlan, noticedAt: number): Promise<number> {
  let answeredAt = noticedAt;
  await until(`the answers of round ${plan.number}`, async () => {
    const [row] = await world.query<{ at: Date }>(
      `SELECT w.at FROM intent i JOIN wire_record w ON w.tag = i.tag AND w.trading_day = i.trading_day
       WHERE i.signal_id = $1 AND i.n = 0 AND w.call = 'place' AND w.direction = 'answer'
       ORDER BY w.at OFFSET $2 LIMIT 1`,
      [signalIdOf(plan), plan.nth - 1],
    );
    answeredAt = Math.min(answeredAt, row?.at.getTime() ?? answeredAt);
    return row !== undefined || (await hasLapsed(world, plan));
  });
  return answeredAt - 1;
}

export const ordersAt = (world: ChaosWorld): Promise<readonly ExchangeOrder[]> =>
  world.call<readonly ExchangeOrder[]>("GET", "/sandbox/exchange/orders");

/** Entries of every round are bought, exits are sold. */
const entriesAt = async (world: ChaosWorld): Promise<number> =>
  (await ordersAt(world)).filter(({ side }) => side === "buy").length;

/** On a slow machine the signal may expire before enough orders leave; the fault is then injected anyway. */
export const hasLapsed = async (world: ChaosWorld, plan: SignalPlan): Promise<boolean> => {
  const [row] = await world.query<{ lapsed: boolean }>(
    "SELECT bool_or(valid_until < clock_timestamp()) AS lapsed FROM signal WHERE id = $1",
    [signalIdOf(plan)],
  );
  return row?.lapsed === true && (await missing(world, plan, signalIdOf(plan))) === 0;
};

/** Polls without a pause: a few milliseconds later nothing would be in flight. */
async function atOnceWhen(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  isOver: () => Promise<boolean>,
): Promise<void> {
  await until(what, async () => {
    for (let look = 0; look < LOOKS; look += 1) {
      if (await isSo()) return true;
      await sleep(LOOK_MS);
    }
    return isOver();
  });
}

async function killAfter(world: ChaosWorld, before: number, plan: RoundPlan, pids: readonly number[]): Promise<number> {
  const isDue = async () => (await entriesAt(world)) >= before + plan.nth;
  await atOnceWhen("enough orders at the exchange", isDue, () => hasLapsed(world, plan));
  for (const pid of pids) process.kill(pid, "SIGKILL");
  return systemClock.now();
}

export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Injects the fault, by the exchange where possible. The returned function resolves with its time. */
async function arm(world: ChaosWorld, plan: RoundPlan, before: number): Promise<() => Promise<number>> {
  const { fault, nth, desk } = plan;
  const victim = fault === "engine" ? world.pidOf("engine") : world.pidOf("worker");
  if (fault === "postmaster") {
    const injected = killAfter(world, before, plan, [world.postmaster()]);
    return () => injected;
  }
  const kind = fault === "paused worker" ? "stop-after-accept" : "kill-after-accept";
  await world.call("POST", "/sandbox/faults", { target: desk, kind, nth, pid: victim });
  const others = fault === "everything" ? [world.pidOf("api"), world.pidOf("engine")] : [];
  return async () => {
    // The supervisor kills a paused worker, which proves it dead before a takeover.
    const what = `the fault of round ${plan.number}: ${fault}`;
    await atOnceWhen(
      what,
      () => isGone(victim),
      () => hasLapsed(world, plan),
    );
    if (!isGone(victim)) process.kill(victim, "SIGKILL");
    const faultAt = systemClock.now();
    for (const pid of others) process.kill(pid, "SIGKILL");
    return faultAt;
  };
}

/** The current worker holds every bucket, as before a signal on any other day. */
export const isWhole = async (world: ChaosWorld): Promise<boolean> => {
  const [row] = await world.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM bucket_owner WHERE lease_until > clock_timestamp() AND worker LIKE '%/' || $1 || '/%'",
    [world.pidOf("worker")],
  );
  return row?.n === BUCKETS;
};

/** One signal with one fault in the middle of it. The outcomes are checked after all rounds. */
export async function playRound(world: ChaosWorld, plan: RoundPlan): Promise<RoundOutcome> {
  const price = await lastPrice(world);
  await lead(world, price);
  await chooseRunners(world, plan.accounts);
  await world.call("DELETE", "/sandbox/faults");
  await until("a worker that holds every bucket", () => isWhole(world));
  // Gives it time to load runs and prices before the signal.
  await sleep(SETTLING_MS);
  const before = await entriesAt(world);
  const injected = await arm(world, plan, before);
  const signalId = await signal(world, plan, price);
  const noticedAt = await injected();
  await until(
    `an outcome for everybody of round ${plan.number}`,
    async () => (await missing(world, plan, signalId)) === 0,
  );
  const faultAt = plan.fault === "engine" ? await beforeAnswer(world, plan, noticedAt) : noticedAt;
  return { plan, signalId, sending: await onItsWay(world, signalId, faultAt) };
}

export async function missing(
  world: ChaosCalls,
  { accounts }: Pick<SignalPlan, "accounts">,
  signalId: string,
): Promise<number> {
  const [row] = await world.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM unnest($1::text[]) AS runner(account_id)
     WHERE NOT EXISTS (SELECT FROM intent i WHERE i.account_id = runner.account_id AND i.signal_id = $2 AND i.n = 0)
       AND NOT EXISTS (SELECT FROM ledger l WHERE l.account_id = runner.account_id AND l.key = 'skipped:' || $2)`,
    [accounts, signalId],
  );
  return row?.n ?? 0;
}

export interface Verdict {
  readonly rounds: number;
  readonly roundsWithSending: number;
  readonly orders: number;
  /** Tags that the exchange has more than once, and entries of one account and signal beyond the first. */
  readonly duplicates: readonly string[];
  /** Orders at the exchange without a stored row, and runs without order or reason. */
  readonly lost: readonly string[];
  /** Orders with an unknown outcome. */
  readonly open: number;
}

/** Invariant checker: waits until everything is settled, then compares with the exchange's books. */
export async function checkInvariants(world: ChaosWorld, outcomes: readonly RoundOutcome[]): Promise<Verdict> {
  const inDoubt = () =>
    world.query<{ tag: string; status: string; planned_at: Date }>(
      "SELECT tag, status, planned_at FROM intent WHERE NOT is_final AND status NOT IN ('abandoned', 'accepted')",
    );
  // A late-found position first gets its stop, which is also in flight for a moment.
  await until("nothing in doubt", async () => (await inDoubt()).length === 0).catch(async (cause: unknown) => {
    throw new Error(`in doubt to the end: ${JSON.stringify(await inDoubt())}`, { cause });
  });
  const open = (await inDoubt()).length;
  const orders = (await ordersAt(world)).filter(({ placed_by, tag }) => placed_by === "client" && tag !== null);
  const tags = orders.map(({ tag }) => tag ?? "");
  const stored = await world.query<{ tag: string; signal_id: string; account_id: string; n: number }>(
    "SELECT tag, signal_id, account_id, n FROM intent",
  );
  const known = new Set(stored.map(({ tag }) => tag));
  const entries = stored.filter(({ n, tag }) => n === 0 && tags.includes(tag));
  const twice = (keys: readonly string[]) => keys.filter((key, place) => keys.indexOf(key) !== place);
  const lost: string[] = tags.filter((tag) => !known.has(tag)).map((tag) => `not stored: ${tag}`);
  for (const { plan, signalId } of outcomes)
    if ((await missing(world, plan, signalId)) > 0) lost.push(`without an outcome: round ${plan.number}`);
  return {
    rounds: outcomes.length,
    roundsWithSending: outcomes.filter(({ sending }) => sending > 0).length,
    orders: orders.length,
    duplicates: [...twice(tags), ...twice(entries.map(({ account_id, signal_id }) => `${account_id} ${signal_id}`))],
    lost,
    open,
  };
}
