import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, ROOT } from "@vriddhi/testing/child-process";
import pg from "pg";
import { findPostmaster } from "../../platform/postgres/postmaster.ts";
import { type RunningPostgres, startPostgres } from "../../platform/postgres/start-postgres.ts";
import { TEST_MASTER_KEY } from "../product.ts";
import { makeDataFolder } from "../server-process.ts";

export type ChaosRole = "api" | "engine" | "worker";

/** Upper bound that only a hang reaches. */
const PATIENCE_MS = 1_200_000;
const LOOK_EVERY_MS = 100;

/** The database that the product is given. */
export interface WorldDatabase {
  readonly url: string;
  postmaster(): number;
  stop(): Promise<void>;
}

export interface ChaosWorld {
  readonly address: string;
  /** What every further host of the product is started with. */
  readonly settings: Readonly<Record<string, string>>;
  /** The control address of the sandbox, the first process to be ready. */
  sandboxUrl(): string;
  pidOf(role: ChaosRole): number;
  pidsOf(role: ChaosRole): readonly number[];
  postmaster(): number;
  /** As the owner of the schema; retried while the database is down. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Calls the API, retried while it is down: what must not happen twice carries its key in the headers. */
  call<Reply>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>;
  output(): string;
  close(): Promise<void>;
}

/** What a scenario needs of a running product. */
export type ChaosCalls = Pick<ChaosWorld, "call" | "query">;

function childrenOf(pid: number): readonly number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function roleOf(pid: number): string | undefined {
  try {
    const environment = fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return environment.find((line) => line.startsWith("ROLE="))?.slice("ROLE=".length);
  } catch {
    return undefined;
  }
}

const USUAL_PROCESSES = "sandbox,api,engine,worker";

/** With a host's name, the processes run in a UTS namespace of their own, which only root may open. */
export function startProcesses(
  env: Readonly<Record<string, string>>,
  host: string | null = null,
): { readonly child: ChildProcess; readonly output: () => string } {
  const start = [process.execPath, path.join(ROOT, "tools/start.mjs")];
  const named = host === null ? start : ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', host, ...start];
  const [program = "", ...args] = named;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { LOG_LEVEL: "warn", PROCESSES: USUAL_PROCESSES, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  return { child, output: () => text };
}

/** The supervisor itself has ended: nothing can recover. */
class SupervisorEnded extends Error {}

/** Retries: the database or the API is restarting. */
async function insistently<T>(what: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof SupervisorEnded) throw cause;
      if (performance.now() > deadline) throw new Error(`never came: ${what}`, { cause });
      await sleep(LOOK_EVERY_MS);
    }
  }
}

export const until = (what: string, isSo: () => Promise<boolean>): Promise<void> =>
  insistently(what, async () => {
    if (!(await isSo())) throw new Error("not yet");
  });

/** All processes: one that keeps crashing at its start ends the others too. */
const untilReady = (world: Pick<ChaosWorld, "call" | "output">, processes: string): Promise<void> =>
  until("all processes are ready", async () => {
    await world.call("GET", "/readyz");
    return world.output().split("ready on ").length > processes.split(",").length;
  });

function toRequest(method: string, body: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  if (body === undefined) return { method, headers };
  return { method, body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
}

const COMMON_SETTINGS = {
  PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  MASTER_KEY: TEST_MASTER_KEY,
};

async function ownDatabase(home: string): Promise<WorldDatabase> {
  const database: RunningPostgres = await startPostgres({ home, log: () => undefined });
  return {
    ...database,
    postmaster() {
      const found = findPostmaster(path.join(home, "postgres"));
      if (found === null) throw new Error("no PostgreSQL runs now");
      return found.pid;
    },
  };
}

/** Four processes under the supervisor. The exchange runs apart and survives every fault: its books are the truth. */
export async function openChaosWorld(
  settings: Readonly<Record<string, string>>,
  given: WorldDatabase | null = null,
): Promise<ChaosWorld> {
  const folder = makeDataFolder();
  const database = given ?? (await ownDatabase(path.join(folder, "database")));
  const port = await freePort();
  const there = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, "data"), PORT: String(port) };
  const everywhere = { ...COMMON_SETTINGS, ...there, ...settings };
  const { child, output } = startProcesses(everywhere);
  const ended = once(child, "close");
  let client: pg.Client | null = null;

  async function connection(): Promise<pg.Client> {
    if (client !== null) return client;
    const opened = new pg.Client({ connectionString: database.url });
    opened.on("error", () => {
      client = null;
    });
    await opened.connect();
    client = opened;
    return opened;
  }

  async function close(): Promise<void> {
    child.kill("SIGTERM");
    await ended;
    await client?.end().catch(() => undefined);
    await database.stop();
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }

  async function call<Reply>(
    method: string,
    target: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    return insistently(`${method} ${target}`, async () => {
      if (child.exitCode !== null) throw new SupervisorEnded(`the supervisor has ended: ${output().slice(-8_000)}`);
      const reply = await fetch(`${world.address}${target}`, toRequest(method, body, headers));
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as Reply;
    });
  }

  const pidsOf = (role: ChaosRole): readonly number[] =>
    childrenOf(child.pid ?? 0).filter((pid) => roleOf(pid) === role);
  const world: ChaosWorld = {
    address: `http://127.0.0.1:${port}`,
    settings: everywhere,
    sandboxUrl: () => `http://127.0.0.1:${/^ready on http:\/\/localhost:(\d+)$/m.exec(output())?.[1]}`,
    pidsOf,
    pidOf(role) {
      const [found] = pidsOf(role);
      if (found === undefined) throw new Error(`no process has the role ${role} now`);
      return found;
    },
    postmaster: database.postmaster,
    query: (text, values = []) =>
      insistently("an answer of the database", async () => {
        try {
          return (await (await connection()).query(text, [...values])).rows;
        } catch (cause) {
          client = null;
          throw cause;
        }
      }),
    call,
    output,
    close,
  };
  try {
    await untilReady(world, settings["PROCESSES"] ?? USUAL_PROCESSES);
    return world;
  } catch (cause) {
    await close();
    throw cause;
  }
}
