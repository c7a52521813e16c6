import { followersOf, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { checkInvariants, isGone, type Verdict } from "./chaos-round.ts";
import { type ChaosWorld, openChaosWorld, until } from "./chaos-world.ts";
import { leadingEngine } from "./leading-engine.ts";
import { startRuns } from "./started-runs.ts";

const DAY = "2026-11-17";
const ACCOUNTS = 40;
/** Two of each: another engine takes over the leadership, another worker the buckets. */
const PROCESSES = "sandbox,api,engine,engine,worker,worker";
/** The broker's own square-off is over by then. */
const END = "15:12";
const HOP_MINUTES = 20;
/** A worker is killed when this many entries are at the broker and others are in flight. */
const NTH = 3;
const RESTING_MIN = 5;

interface DayKill {
  readonly name: string;
  isDue(world: ChaosWorld): Promise<boolean>;
  /** `null`: the process is not running now. */
  victims(world: ChaosWorld): Promise<readonly number[] | null>;
}

const isAny = async (world: ChaosWorld, query: string): Promise<boolean> => (await world.query(query)).length > 0;

const dayKills: readonly DayKill[] = [
  {
    name: "the leading engine at its first signal",
    isDue: (world) => isAny(world, "SELECT 1 FROM signal LIMIT 1"),
    async victims(world) {
      const leader = await leadingEngine(world);
      return leader === null ? null : [leader];
    },
  },
  {
    name: "every process and the postmaster while stops rest",
    isDue: (world) =>
      isAny(world, `SELECT 1 FROM intent WHERE leg = 'exit' AND status = 'accepted' HAVING count(*) >= ${RESTING_MIN}`),
    victims: async (world) => [
      ...(["api", "engine", "worker"] as const).flatMap((role) => world.pidsOf(role)),
      world.postmaster(),
    ],
  },
  {
    name: "both workers as positions close",
    isDue: (world) => isAny(world, "SELECT 1 FROM ledger WHERE kind = 'position_closing' LIMIT 1"),
    victims: async (world) => world.pidsOf("worker"),
  },
];

const WORKER_AT_ITS_ENTRIES = "a worker with entries on their way";

export const dayKillNames = [WORKER_AT_ITS_ENTRIES, ...dayKills.map(({ name }) => name)].toSorted();

export interface DayVerdict extends Verdict {
  readonly signals: number;
  readonly traders: number;
  readonly kills: readonly string[];
  /** Accounts and shares with a position at the end, and orders still working at the exchange. */
  readonly notFlat: readonly string[];
  /** Runs without an order or a reason for their strategy's signal. */
  readonly withoutOutcome: number;
}

async function kill(world: ChaosWorld, { name, isDue, victims }: DayKill, isOver: () => boolean): Promise<string[]> {
  let pids: readonly number[] | null = null;
  await until(name, async () => {
    if (isOver()) return true;
    if (await isDue(world)) pids = await victims(world);
    return pids !== null;
  });
  for (const pid of pids ?? []) if (!isGone(pid)) process.kill(pid, "SIGKILL");
  return pids === null ? [] : [name];
}

/** Moves the market clock. A jump whose process dies is requested again. */
const moveTo = (world: ChaosWorld, time: string): Promise<void> =>
  until(`the market at ${time}`, async () => {
    const target = `${DAY}T${time}:00+05:30`;
    const { now } = await world.call<{ now: string }>("GET", "/sandbox/clock");
    if (Date.parse(now) >= Date.parse(target)) return true;
    const headers = { "content-type": "application/json" };
    const sent = { method: "POST", headers, body: JSON.stringify({ now: target }) };
    return (await fetch(`${world.address}/sandbox/clock`, sent)).ok;
  });

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

async function playToEnd(world: ChaosWorld, say: (line: string) => void): Promise<void> {
  for (let at = 9 * 60 + HOP_MINUTES; timeOf(at) < END; at += HOP_MINUTES) {
    await moveTo(world, timeOf(at));
    say(`${timeOf(at)}`);
  }
  await moveTo(world, END);
}

async function killThrough(world: ChaosWorld, worker: number, isOver: () => boolean): Promise<readonly string[]> {
  const [leader, ...rest] = dayKills;
  const done = leader === undefined ? [] : await kill(world, leader, isOver);
  await until(WORKER_AT_ITS_ENTRIES, async () => isGone(worker) || isOver());
  if (isGone(worker)) done.push(WORKER_AT_ITS_ENTRIES);
  await world.call("DELETE", "/sandbox/faults");
  for (const each of rest) done.push(...(await kill(world, each, isOver)));
  return done;
}

interface ExchangeOrder {
  readonly account: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly filled_quantity: number;
  readonly status: string;
  readonly tag: string | null;
}

function notFlat(orders: readonly ExchangeOrder[]): readonly string[] {
  const held = new Map<string, number>();
  for (const { account, symbol, side, filled_quantity: filled } of orders) {
    const name = `${account} ${symbol}`;
    held.set(name, (held.get(name) ?? 0) + (side === "buy" ? filled : -filled));
  }
  const open = [...held].filter(([, quantity]) => quantity !== 0).map(([name, quantity]) => `${name}: ${quantity}`);
  const working = orders.filter(({ status }) => status === "open" || status === "trigger_pending");
  return [...open, ...working.map(({ account, tag }) => `${account} ${tag} works`)];
}

async function withoutOutcome(world: ChaosWorld): Promise<number> {
  let count = 0;
  for (const desk of strategyFeeds) {
    const [row] = await world.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM signal s JOIN algo_run r ON r.trading_day = s.trading_day AND r.started_at < s.made_at
         AND (r.stopped_at IS NULL OR r.stopped_at > s.made_at)
       WHERE s.desk = $1 AND r.broker = ANY ($2)
         AND NOT EXISTS (SELECT FROM intent i WHERE i.account_id = r.account_id AND i.signal_id = s.id AND i.n = 0)
         AND NOT EXISTS (SELECT FROM ledger l WHERE l.account_id = r.account_id AND l.key = 'skipped:' || s.id)`,
      [desk, followersOf(desk)],
    );
    count += row?.n ?? 0;
  }
  return count;
}

export async function runStrategyDay(say: (line: string) => void): Promise<DayVerdict> {
  const world = await openChaosWorld({
    SANDBOX_CLOCK: `${DAY}T08:20:00+05:30@1`,
    SANDBOX_ACCOUNTS: String(ACCOUNTS),
    PROCESSES,
  });
  try {
    await startRuns(world, DAY, ACCOUNTS);
    say(`${ACCOUNTS} accounts are linked and run`);
    const worker = world.pidOf("worker");
    for (const target of strategyFeeds)
      await world.call("POST", "/sandbox/faults", { target, kind: "kill-after-accept", nth: NTH, pid: worker });
    let isOver = false;
    const playing = playToEnd(world, say).finally(() => {
      isOver = true;
    });
    const [kills] = await Promise.all([killThrough(world, worker, () => isOver), playing]);
    const verdict = await checkInvariants(world, []);
    const orders = await world.call<readonly ExchangeOrder[]>("GET", "/sandbox/exchange/orders");
    const signals = await world.query("SELECT 1 FROM signal");
    return {
      ...verdict,
      signals: signals.length,
      traders: new Set(orders.filter(({ filled_quantity }) => filled_quantity > 0).map(({ account }) => account)).size,
      kills: kills.toSorted(),
      notFlat: notFlat(orders),
      withoutOutcome: await withoutOutcome(world),
    };
  } catch (cause) {
    throw new Error(`the product said:\n${world.output().slice(-8_000)}`, { cause });
  } finally {
    await world.close();
  }
}
