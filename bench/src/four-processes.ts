import { setTimeout as sleep } from "node:timers/promises";
import { type Child, freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import pg from "pg";
import { startDatabase } from "./load-process.ts";
import type { OwnProduct } from "./own-product.ts";
import { cpuMsOf } from "./process-cpu.ts";

const LOOK_EVERY_MS = 500;
/** Only a hang reaches it. */
const READY_WITHIN_MS = 5 * 60_000;
/** Of a product that nobody uses. */
const MASTER_KEY = "b5".repeat(32);

/** The API is started after the simulators, and its workers after it: ready is who answers for all of them. */
async function readyAt(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok === true) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`nobody was ready at ${url}`);
}

export interface FourProcesses extends Pick<OwnProduct, "url" | "query" | "stop"> {
  /** What all of its processes have used so far, without the database. */
  cpuMs(): number;
}

/**
 * The product as it is run for many: simulators, API, engine and worker in processes of their own, beside their database,
 * so that the world outside takes no time of those who are measured.
 */
export async function startFourProcesses(env: NodeJS.ProcessEnv): Promise<FourProcesses> {
  const [data, folder] = [makeDataDir(), makeDataDir()];
  const database = await startDatabase(data.path);
  const port = await freePort();
  const { HOME, CI } = process.env;
  const there = { DATABASE_URL: database.url, DATA_DIR: folder.path, PORT: String(port), MASTER_KEY };
  const settings = { HOME, CI, LOG_LEVEL: "silent", PROCESSES: "sandbox,api,engine,worker" };
  const client = new pg.Client({ connectionString: database.url });
  let child: Child | null = null;
  async function stop(): Promise<void> {
    await client.end().catch(() => undefined);
    await child?.stop();
    await database.stop();
    for (const each of [data, folder]) each.remove();
  }
  try {
    const started = await startChild("tools/start.mjs", [], Object.assign(settings, there, env));
    child = started;
    const url = `http://127.0.0.1:${port}`;
    await readyAt(url);
    await client.connect();
    const query = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows;
    return { url, query, stop, cpuMs: () => cpuMsOf(started.pid) };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
