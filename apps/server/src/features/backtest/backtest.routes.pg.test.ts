import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { eventually, PATIENCE_MS } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

// A back-test has a low priority and may take minutes on a busy machine. Only a hang reaches this bound.
const TRIES = 10;
vi.setConfig({ testTimeout: 2 * TRIES * PATIENCE_MS });
async function patiently<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (let left = TRIES; ; left--)
    try {
      return await eventually(what, look);
    } catch (cause) {
      if (left === 1) throw cause;
    }
}

let product: TestProduct;
let admin: string;
let folder = "";

function risingBars(days: readonly string[]): string {
  const lines = ["ts,open,high,low,close,volume"];
  let price = 100;
  for (const day of days)
    for (let minute = 555; minute < 930; minute += 5) {
      const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      lines.push(`${day}T${clock},${price},${price + 1},${price},${price + 1},1000`);
      price += 1;
    }
  return `${lines.join("\n")}\n`;
}

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-backtests-"));
  product = await startTestProduct({ env: { MARKET_DATA_DIR: folder } });
  admin = await product.staffToken("admin");
});
afterAll(async () => {
  await product.close();
  fs.rmSync(folder, { recursive: true });
});

const aRequest = (changes: object = {}) => ({
  strategy: "sma",
  symbols: ["SBIN", "INFY"],
  from: "2025-01-01",
  to: "2025-06-30",
  capital: 100_000,
  fill: "next-open",
  ...changes,
});
/** A back-test that runs long enough to be cancelled meanwhile. */
const aLongRequest = () =>
  aRequest({ from: "2016-01-01", to: "2025-12-31", symbols: ["SBIN", "INFY", "TCS", "ITC", "LT"] });

const start = (body: object) => product.send("POST", "/api/backtests", { bearer: admin, body });
const read = async (id: string) => (await product.send("GET", `/api/backtests/${id}`, { bearer: admin })).json();
const cancel = (id: string) => product.send("POST", `/api/backtests/${id}/cancel`, { bearer: admin });

async function begin(body: object): Promise<string> {
  const reply = await start(body);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining("id")]);
  return reply.json().id;
}

const ended = (id: string) =>
  patiently("the back-test is over", async () => {
    const seen = await read(id);
    return ["queued", "running"].includes(seen.backtest.state) ? null : seen;
  });

describe("a back-test that an operator requests", () => {
  it("a back-test runs on the synthetic market without files, and returns figures, years, points and trades", async () => {
    const { backtest, result } = await ended(await begin(aRequest()));
    expect(backtest).toMatchObject({ state: "done", progress: 1, reason: null, source: "synthetic", strategy: "sma" });
    expect(result.symbols).toEqual(["SBIN", "INFY"]);
    expect(result.figures.trades).toBeGreaterThan(0);
    expect(result.trades.length).toBe(Math.min(500, result.figures.trades));
    expect(result.years.map(({ period }: { period: string }) => period)).toEqual(["2025"]);
    expect(result.points.length).toBeLessThanOrEqual(500);
    expect(result.points.at(-1).equity).toBe(result.figures.final_equity);
    expect(result.notes.join(" ")).toContain("market that never was");
  });

  it("a back-test can be cancelled while it runs or waits, and stays cancelled", async () => {
    const [first, second] = [await begin(aLongRequest()), await begin(aLongRequest())];
    await patiently("the first has begun", async () => {
      const { backtest } = await read(first);
      return backtest.state === "running" && backtest.progress > 0 ? true : null;
    });
    expect((await read(second)).backtest).toMatchObject({ state: "queued", progress: 0 });
    for (const id of [second, first, first])
      expect((await cancel(id)).json().backtest).toMatchObject({ id, state: "cancelled" });
    const third = await begin(aRequest({ strategy: "hold", from: "2025-03-03", to: "2025-03-07" }));
    expect((await ended(third)).backtest.state).toBe("done");
    for (const id of [first, second])
      expect(await read(id)).toMatchObject({ backtest: { state: "cancelled" }, result: null });
  });

  it("refuses a back-test while four others wait", async () => {
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.push(await begin(aLongRequest()));
    const refused = await start(aLongRequest());
    expect([refused.statusCode, refused.json().code]).toEqual([409, "backtests_full"]);
    const listed = (await product.send("GET", "/api/backtests", { bearer: admin })).json();
    expect(listed.backtests.slice(0, 5).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    for (const id of ids.toReversed()) await cancel(id);
  });

  it("a back-test runs on the operator's files once there are some, and knows only their shares", async () => {
    fs.mkdirSync(path.join(folder, "bars5m"));
    fs.writeFileSync(path.join(folder, "bars5m", "SBIN.csv"), risingBars(["2025-03-03", "2025-03-04"]));
    const listed = (await product.send("GET", "/api/backtests", { bearer: admin })).json();
    expect(listed).toMatchObject({ source: "files", symbols: ["SBIN"] });
    const { backtest, result } = await ended(await begin(aRequest({ strategy: "hold", symbols: ["SBIN"] })));
    expect([backtest.state, backtest.source]).toEqual(["done", "files"]);
    expect(result.bars).toBe(150);
    expect(result.figures.gross).toBeGreaterThan(0);
    const refused = await start(aRequest());
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toBe("No folder of bar files holds INFY.");
    expect(listed.folders).toEqual([{ name: "bars5m", symbols: ["SBIN"] }]);
    expect(backtest.folder).toBe("bars5m");
    const drawn = await ended(await begin(aRequest({ strategy: "hold", data: "synthetic", to: "2025-01-10" })));
    expect(drawn.backtest).toMatchObject({ state: "done", source: "synthetic", folder: null });
    const unknown = await start(aRequest({ symbols: ["SBIN"], data: "bars9m" }));
    expect([unknown.statusCode, unknown.json().detail]).toEqual([
      400,
      "There is no folder of bar files called bars9m.",
    ]);
    const outside = await ended(await begin(aRequest({ symbols: ["SBIN"], from: "2001-01-01", to: "2001-12-31" })));
    expect(outside.backtest).toMatchObject({ state: "failed", reason: "There are no bars in this period." });
  });
});

describe("an invalid back-test request", () => {
  it.each([
    ["ends before it begins", { from: "2025-02-02", to: "2025-02-01" }, "ends before it begins"],
    ["is longer than twelve years", { from: "2010-01-01", to: "2025-01-01" }, "at most 12 years"],
    ["names a share twice", { symbols: ["SBIN", "SBIN"] }, "twice"],
    ["names no share", { symbols: [] }, "symbols"],
    ["names more than fifty", { symbols: Array.from({ length: 51 }, (_, at) => `S${at}`) }, "symbols"],
    ["leaves its folder", { symbols: ["../SBIN"] }, "symbols"],
    ["leaves the data folder", { data: "../etc" }, "data"],
    ["names an unknown strategy", { strategy: "martingale" }, "strategy"],
    ["has no money", { capital: 0 }, "capital"],
  ])("refuses a back-test request with a sentence when it %s", async (_, changes, words) => {
    const before = (await product.send("GET", "/api/backtests", { bearer: admin })).json().backtests.length;
    const refused = await start(aRequest(changes));
    expect(refused.statusCode).toBe(400);
    expect(refused.json().detail).toContain(words);
    expect((await product.send("GET", "/api/backtests", { bearer: admin })).json().backtests).toHaveLength(before);
  });

  it("back-tests are for admins only", async () => {
    const user = await product.signIn(await product.makeUser({ role: "admin" }));
    const support = await product.staffToken("support");
    const id = await begin(aRequest({ strategy: "hold", symbols: ["SBIN"], from: "2025-03-03", to: "2025-03-07" }));
    for (const [who, status] of [
      [{ as: user }, 401],
      [{}, 401],
      [{ bearer: support }, 403],
    ] as const) {
      const replies = [
        await product.send("POST", "/api/backtests", { ...who, body: aRequest() }),
        await product.send("GET", "/api/backtests", who),
        await product.send("GET", `/api/backtests/${id}`, who),
        await product.send("POST", `/api/backtests/${id}/cancel`, who),
      ];
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => status));
    }
    expect((await ended(id)).backtest.state).toBe("done");
  });

  it("answers 404 for an unknown back-test", async () => {
    const reply = await product.send("GET", `/api/backtests/${randomUUID()}`, { bearer: admin });
    expect([reply.statusCode, reply.json().code]).toEqual([404, "backtest_unknown"]);
  });
});

describe("a back-test of a dead process", () => {
  it("reports a back-test of a dead process as failed, not as unknown", async () => {
    const id = randomUUID();
    const input = JSON.stringify({ ...aRequest(), data: null });
    await product.query(
      `INSERT INTO backtest_job (id, wish, source, state, progress, created_at, beat_at)
       VALUES ($1, $2, 'synthetic', 'running', 0.4, now() - interval '1 hour', now() - interval '1 hour')`,
      [id, input],
    );
    const { backtest, result } = await read(id);
    expect(backtest).toMatchObject({ state: "failed", progress: 0.4, strategy: "sma" });
    expect(backtest.reason).toContain("The server was restarted");
    expect(result).toBeNull();
  });
});
