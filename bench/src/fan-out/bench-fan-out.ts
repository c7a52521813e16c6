import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { makeDataDir, ROOT, startChild } from "@vriddhi/testing/child-process";
import { Client } from "undici";
import type { Row } from "../report.ts";
import { cpuSecondsOf } from "./process-cpu.ts";

const ACCOUNTS = 10_000;
const SIGNALS = 100;
const RATIO_MIN = 0.35;
const CPU_MAX_MS = 0.5;
const FIRST_MAX_MS = 50;
const EXITS_MAX_MS = 1_000;
const FIRST_EXIT_MAX_MS = 100;

type Shape = "shared" | "own";

interface Fan {
  readonly filled: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly answeredMs: number;
  readonly ownCpuMs: number;
}

interface Load {
  readonly signals: readonly Fan[];
  readonly exits: { readonly durableMs: number; readonly firstMs: number; readonly lastMs: number } | null;
  readonly rssMb: number;
}

/** A PostgreSQL as the product runs it, in a process of its own. */
async function startDatabase(folder: string) {
  const child = spawn(process.execPath, [path.join(ROOT, "apps/server/src/testing/postgres-owner.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  const pid = Number(fs.readFileSync(path.join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url,
    cpuMs: () => cpuSecondsOf(pid) * 1_000,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The order path of one worker, in a process of its own. */
async function load(database: string, broker: string, wish: readonly string[]): Promise<Load> {
  const script = path.join(ROOT, "apps/server/src/testing/order-load.ts");
  const child = spawn(process.execPath, [script, database, broker, ...wish], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = (await text(child.stdout)).trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "{}") as Load;
}

const addressOf = (n: number): string => `127.${1 + (n >> 16)}.${(n >> 8) & 255}.${1 + (n & 254)}`;

/** The same requests with nothing around them: no store, no rules, no limits. Orders a second. */
async function bareSpeed(url: string, orders: number, shape: Shape): Promise<number> {
  const clients = Array.from(
    { length: shape === "shared" ? 1 : Math.min(orders, 1_000) },
    (_, n) => new Client(url, { pipelining: 1, ...(shape === "own" ? { localAddress: addressOf(n) } : {}) }),
  );
  const headers = { "x-kite-version": "3", "content-type": "application/x-www-form-urlencoded" };
  const from = performance.now();
  await Promise.all(
    Array.from({ length: orders }, async (_, n) => {
      const client = clients[n % clients.length] as Client;
      const tag = `VRIDDHI${String(n).padStart(8, "0")}`;
      const body = `exchange=NSE&tradingsymbol=SBIN&transaction_type=BUY&order_type=LIMIT&price=1000.00&quantity=10&product=MIS&validity=DAY&tag=${tag}`;
      const reply = await client.request({
        method: "POST",
        path: "/orders/regular",
        headers: { ...headers, authorization: `token bare:${n}` },
        body,
      });
      await reply.body.json();
    }),
  );
  const seconds = (performance.now() - from) / 1_000;
  await Promise.all(clients.map((client) => client.close()));
  return orders / seconds;
}

const atMost = (benchmark: string, measured: number, limit: number, unit: string): Row => ({
  benchmark: `fan-out: ${benchmark}`,
  measured: `${measured.toFixed(unit === "ms" ? 0 : 2)} ${unit}`,
  target: `≤ ${limit} ${unit}`,
  verdict: measured <= limit ? "PASS" : "FAIL",
});

async function inWorld<T>(work: (database: Awaited<ReturnType<typeof startDatabase>>, broker: string) => Promise<T>) {
  const data = makeDataDir();
  const database = await startDatabase(data.path);
  const broker = await startChild("bench/src/fan-out/null-broker-server.ts", [], {});
  try {
    return await work(database, broker.url);
  } finally {
    await broker.stop();
    await database.stop();
    data.remove();
  }
}

async function shapeRows(shape: Shape): Promise<readonly Row[]> {
  return inWorld(async (database, broker) => {
    const bare = await bareSpeed(broker, ACCOUNTS, shape);
    const cpuBefore = database.cpuMs();
    const { signals, exits, rssMb } = await load(database.url, broker, [String(ACCOUNTS), "1", shape, "close"]);
    const databaseMs = database.cpuMs() - cpuBefore;
    const [fan] = signals;
    if (fan === undefined || exits === null) throw new Error("the load told nothing");
    const speed = ACCOUNTS / (fan.answeredMs / 1_000);
    const ratio = speed / bare;
    const name = shape === "shared" ? "one address" : "an address each";
    return [
      {
        benchmark: `fan-out: ${ACCOUNTS} accounts, ${name}, durable / bare undici`,
        measured: `${ratio.toFixed(2)} (${speed.toFixed(0)} of ${bare.toFixed(0)} orders/s, last send after ${(fan.lastMs / 1_000).toFixed(1)} s)`,
        target: `≥ ${RATIO_MIN}`,
        verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
      },
      atMost(`${name}, CPU of the worker per order`, fan.ownCpuMs / ACCOUNTS, CPU_MAX_MS, "CPU-ms"),
      atMost(`${name}, everybody closes: all stored`, exits.durableMs, EXITS_MAX_MS, "ms"),
      atMost(`${name}, everybody closes: first exit`, exits.firstMs, FIRST_EXIT_MAX_MS, "ms"),
      {
        benchmark: `fan-out: ${name}, the whole day`,
        measured: `${(databaseMs / ACCOUNTS).toFixed(2)} CPU-ms of PostgreSQL per account, worker ${rssMb} MB`,
        target: "–",
        verdict: "–",
      },
    ];
  });
}

async function firstSendRow(): Promise<Row> {
  return inWorld(async (database, broker) => {
    const { signals } = await load(database.url, broker, [String(ACCOUNTS), String(SIGNALS), "own"]);
    const firsts = signals.map(({ firstMs }) => firstMs).sort((a, b) => a - b);
    const p99 = firsts[Math.floor(firsts.length * 0.99)] ?? Number.NaN;
    return atMost(`first send, p99 of ${SIGNALS} signals`, p99, FIRST_MAX_MS, "ms");
  });
}

/** One signal to ten thousand accounts through the real store and adapter, beside a bare client in the same run. */
export async function benchFanOut(): Promise<readonly Row[]> {
  return [...(await shapeRows("own")), ...(await shapeRows("shared")), await firstSendRow()];
}
