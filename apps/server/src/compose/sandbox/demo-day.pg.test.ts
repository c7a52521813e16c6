import fs from "node:fs";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TEST_MASTER_KEY } from "../../testing/product.ts";
import { makeDataFolder, type ServerProcess, startServerProcess } from "../../testing/server-process.ts";
import { openOwnerPool } from "../../testing/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { demoUsers } from "./seed.ts";

// A whole day is played tick by tick; only a hang reaches this bound.
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 });

const [demo] = demoUsers;
const DEMO_CLIENT = "AO1005";
const ACCOUNTS = 9;
/** A call returns when every process is idle: short jumps keep each call within a client's timeout. */
const HOP_MINUTES = 30;

interface ExchangeOrder {
  readonly account: string;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly status: string;
  readonly tag: string | null;
  readonly placed_by: string;
  readonly fills: readonly { readonly quantity: number; readonly price_paise: number; readonly at: string }[];
}

interface Clock {
  readonly now: string;
  readonly speed: number;
  readonly held: boolean;
}

interface Status {
  readonly status: string;
  readonly broker: string | null;
}

let database: TestDatabase;
let folder: string;
let server: ServerProcess;
let address: string;
let pool: pg.Pool;
let cookie = "";
let day = "";
let firstPlay: readonly string[] = [];

async function call<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const headers = { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(new URL(path, address), { method, headers, ...sent });
  const given = reply.headers.getSetCookie()[0]?.split(";")[0];
  if (given !== undefined) cookie = given;
  const answer: unknown = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path} was answered with ${reply.status} ${JSON.stringify(answer)}`);
  return answer as T;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Between two jumps the clock stops: how long the calls take must not matter. */
async function jumpTo(time: string): Promise<void> {
  const { now } = await call<Clock>("GET", "/sandbox/clock");
  for (let at = minutesOf(now.slice(11, 16)) + HOP_MINUTES; at < minutesOf(time); at += HOP_MINUTES)
    await call<Clock>("POST", "/sandbox/clock", { now: `${day}T${timeOf(at)}:00+05:30`, speed: 0 });
  await call<Clock>("POST", "/sandbox/clock", { now: `${day}T${time}:00+05:30`, speed: 0 });
}

const orders = (account?: string) =>
  call<readonly ExchangeOrder[]>(
    "GET",
    `/sandbox/exchange/orders${account === undefined ? "" : `?account=${account}`}`,
  );

const signed = ({ side, filled_quantity }: ExchangeOrder) => (side === "buy" ? filled_quantity : -filled_quantity);
const cashOf = ({ side, fills }: ExchangeOrder) =>
  fills.reduce((sum, { quantity, price_paise }) => sum + (side === "buy" ? -1 : 1) * quantity * price_paise, 0);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

async function startRun(): Promise<Status> {
  await call("POST", "/auth/login", { email: demo.email, password: demo.password, remember_me: false });
  const startRequest = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
  return call<Status>("POST", "/algorithm/start", startRequest);
}

const printed = ({ account, symbol, side, quantity, status, fills }: ExchangeOrder): string =>
  [
    account,
    symbol,
    side,
    quantity,
    status,
    ...fills.map((fill) => `${fill.quantity} at ${fill.price_paise}, ${fill.at}`),
  ].join(" ");

beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeDataFolder();
  server = startServerProcess({
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    SANDBOX_ACCOUNTS: String(ACCOUNTS),
  });
  address = await server.ready();
  pool = openOwnerPool(database.url);
});
afterAll(async () => {
  server.child.kill("SIGTERM");
  await server.ended;
  await pool.end();
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
});

describe("the first day in the sandbox", () => {
  it("holds the clock at 8:40 until the first run starts", async () => {
    const before = await call<Clock>("GET", "/sandbox/clock");
    expect(before).toMatchObject({ held: true, speed: 0, now: expect.stringContaining("T08:40:00") });
    day = before.now.slice(0, 10);
    expect(await startRun()).toMatchObject({ status: "running", broker: "angelone" });
    expect(await call<Clock>("GET", "/sandbox/clock")).toMatchObject({ held: false, speed: 20 });
  });

  it("returns to its start after a part of the day", async () => {
    await jumpTo("09:20");
    await jumpTo("10:45");
    firstPlay = (await orders()).map(printed).sort();
    expect(firstPlay.length).toBeGreaterThan(ACCOUNTS);
    await call("POST", "/sandbox/reset");
    expect(await orders()).toEqual([]);
    await startRun();
  });

  it("[B1.1] has a shortlist, an entry and an exit for the demo user, and every account ends flat", async () => {
    await jumpTo("09:13");
    const { stocks } = await call<{ stocks: readonly { symbol: string }[] }>("GET", "/algorithm/stocks");
    expect(stocks.map(({ symbol }) => symbol)).toContain("ETERNAL");
    await jumpTo("15:30");

    const own = await orders(DEMO_CLIENT);
    expect(own.filter(({ side, filled_quantity }) => side === "buy" && filled_quantity > 0)).toHaveLength(1);
    expect(own.filter(({ side, filled_quantity }) => side === "sell" && filled_quantity > 0)).toHaveLength(1);
    const all = await orders();
    expect(all.filter(({ tag, placed_by }) => tag === null || placed_by !== "client")).toEqual([]);
    expect(new Set(all.map(({ tag }) => tag)).size).toBe(all.length);
    for (const account of new Set(all.map((order) => order.account)))
      expect(sumOf(all.filter((order) => order.account === account).map(signed)), account).toBe(0);
    expect(new Set(all.map(({ account }) => account)).size).toBeGreaterThan(ACCOUNTS / 2);
  });

  it("has the same orders and fills as before the reset, in other jumps, to the paisa and the second", async () => {
    expect((await orders()).map(printed).sort()).toEqual(firstPlay);
  });

  it("shows the same orders at the exchange, in each order's trace and in the ledger", async () => {
    const own = await orders(DEMO_CLIENT);
    for (const { tag, filled_quantity } of own) {
      const { order } = await call<{ order: { filled: number } }>("GET", `/orders/${tag}/trace`);
      expect(order.filled).toBe(filled_quantity);
    }
    const { rows } = await pool.query<{ fact: Extract<LedgerFact, { kind: "day_closed" }> }>(
      `SELECT fact FROM ledger WHERE kind = 'day_closed' AND trading_day = $1 AND account_id =
         (SELECT account_id FROM broker_links WHERE user_id = $2 AND broker = 'angelone')`,
      [day, demo.id],
    );
    expect(rows.map(({ fact }) => fact.gross)).toEqual([sumOf(own.map(cashOf))]);
  });

  it("closes positions only for planned reasons, and never leaves one without a stop", async () => {
    const { rows } = await pool.query<{ fact: LedgerFact }>(
      "SELECT fact FROM ledger WHERE trading_day = $1 AND kind IN ('position_closing', 'position_naked')",
      [day],
    );
    const planned = new Set(["target", "square_off", "daily_stop", "run_stopped"]);
    const others = rows.filter(({ fact }) => fact.kind !== "position_closing" || !planned.has(fact.reason));
    expect(others).toEqual([]);
    expect(rows).not.toEqual([]);
  });

  it("gives every running account exactly one outcome of the strategy's signal, and ends every run", async () => {
    const { rows } = await pool.query<{ account_id: string; outcomes: number }>(
      `SELECT run.account_id, count(entry.key)::int AS outcomes FROM algo_run run
       LEFT JOIN ledger entry ON entry.account_id = run.account_id AND entry.trading_day = run.trading_day
         AND (entry.kind = 'skipped' OR (entry.kind = 'order_planned' AND entry.fact ->> 'leg' = 'entry'))
       WHERE run.trading_day = $1 GROUP BY run.account_id`,
      [day],
    );
    expect(rows).toHaveLength(ACCOUNTS + 1);
    expect(rows.filter(({ outcomes }) => outcomes !== 1)).toEqual([]);
    expect(await call<Status>("GET", "/algorithm/status?broker=angelone")).toMatchObject({ status: "stopped" });
    const running = await pool.query("SELECT 1 FROM algo_run WHERE trading_day = $1 AND stopped_at IS NULL", [day]);
    expect(running.rowCount).toBe(0);
  });
});
