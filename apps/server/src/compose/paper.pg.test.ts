import { paise, rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../platform/clock/system-clock.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../testing/product.ts";
import { makeSignal, stepped } from "../testing/signals-fixture.ts";

const DAY = istDate("2026-11-16");
const SHARE = { isin: "INE062A01020", symbol: "SBIN" };

let product: TestProduct;
let database: Database;
let asha: TestUser;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct();
  database = openDatabase(product.databaseUrl, { max: 2, role: APP_ROLE, onError: () => {} });
  asha = await product.makeUser();
  here = await product.signIn(asha);
});
afterAll(async () => {
  await database.close();
  await product.close();
});

const send = async (method: "GET" | "POST", path: string, body?: unknown) => {
  const reply = await product.send(method, path, body === undefined ? { as: here } : { as: here, body });
  if (reply.statusCode !== 200) throw new Error(`${path} was answered with ${reply.statusCode} ${reply.body}`);
  return reply.json();
};

const goTo = (time: string) => send("POST", "/sandbox/clock", { now: `${DAY}T${time}+05:30` });

const lead = (path: readonly number[]) =>
  send("POST", "/sandbox/exchange/prices", { symbol: SHARE.symbol, path, step_seconds: 60 });

interface FillRow {
  readonly side: string;
  readonly quantity: number;
  readonly price: number;
}

const fills = async (): Promise<readonly FillRow[]> => {
  const rows = await product.query<{ fill: FillRow }>(
    "SELECT fill FROM paper_fill JOIN paper_account ON id = paper_id WHERE user_id = $1 ORDER BY no",
    [asha.id],
  );
  return rows.map(({ fill }) => fill);
};

const statuses = async (): Promise<readonly string[]> => {
  const rows = await product.query<{ status: string }>(
    "SELECT state->>'status' AS status FROM paper_order JOIN paper_account ON id = paper_id WHERE user_id = $1",
    [asha.id],
  );
  return rows.map(({ status }) => status);
};

const netOf = (all: readonly FillRow[]): number =>
  all.reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);

const facts = async (): Promise<readonly string[]> => {
  const rows = await product.query<{ kind: string }>(
    "SELECT kind FROM ledger JOIN trading_account account ON account.id = account_id WHERE user_id = $1 ORDER BY ledger.id",
    [asha.id],
  );
  return rows.map(({ kind }) => kind);
};

describe("a day on paper", () => {
  it("enters on a signal at the feed's price, is protected by a stop and closes, without an order to a broker", async () => {
    expect(await send("POST", "/paper/open", { capital: 500_000 })).toMatchObject({ is_open: true });
    const start = { capital: 500_000, broker: "paper", background_mode: true };
    expect(await send("POST", "/algorithm/start", start)).toMatchObject({ status: "running", broker: "paper" });
    await goTo("09:20:00");
    const price = rupees(1_083);
    await lead(Array.from({ length: 10 }, () => 1_083));
    await goTo("09:22:00");
    // A paper order fills on later trades, so the market must run.
    await send("POST", "/sandbox/clock", { speed: 1 });
    const [stop, target] = [stepped(price * 0.985), stepped(price * 1.02)];
    const terms = { desk: "angelone", seq: 9, day: DAY, validForMs: 600 * SECOND_MS, stop, target } as const;
    await makeSignal(database, systemClock.now(), { ...terms, isin: SHARE.isin, symbol: SHARE.symbol, price });
    const bought = await eventually("the entry is filled", async () => {
      const all = await fills();
      return all.length > 0 ? all : null;
    });
    expect(netOf(bought)).toBeGreaterThan(0);
    for (const { price: paid } of bought) expect(Math.abs(paid - price)).toBeLessThan(paise(1_000));
    await eventually("the stop is working", async () => ((await statuses()).includes("trigger_pending") ? true : null));
    await lead([1_083, 1_095, 1_108, 1_112]);
    await goTo("09:27:00");
    const all = await eventually("everything is closed", async () => {
      const seen = await fills();
      return netOf(seen) === 0 ? seen : null;
    });
    expect(all.some(({ side }) => side === "sell")).toBe(true);
    const shown = await send("GET", "/paper/status");
    expect(shown).toMatchObject({ working_orders: 0, positions: [{ symbol: "SBIN", net_quantity: 0 }] });
    expect(shown.charges_today).toBeGreaterThan(0);
    await eventually("every fill is known exactly", async () => ((await facts()).includes("fill") ? true : null));
    expect(await send("GET", "/sandbox/exchange/orders")).toEqual([]);
  });
});
