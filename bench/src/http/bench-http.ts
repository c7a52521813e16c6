import fs from "node:fs";
import path from "node:path";
import { request } from "undici";
import { type Child, makeDataDir, startChild } from "../child.ts";
import { median, type Row } from "../report.ts";
import { load } from "./load.ts";

const RATIO_MIN = 0.75;
const WARM_UP_MS = 3_000;
const ROUND_MS = 700;
const ROUNDS = 31;
const PROFILE = "/auth/profile";

interface Served {
  readonly perSecond: number;
  /** Of the server's own process: unlike the speed, hardly moved by what else the machine does. */
  readonly cpuMicros: number;
}

/** GET /auth/profile of the product against a bare server that asks the same database the same question. */
export async function benchHttp(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    SANDBOX_CLOCK: "real",
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "warn",
  });
  const bare = await startChild("bench/src/http/bare-server.ts", [databaseUrl(data.path)], {});
  try {
    return await compare({ product, bare });
  } finally {
    await bare.stop();
    await product.stop();
    data.remove();
  }
}

async function compare(servers: Readonly<Record<"product" | "bare", Child>>): Promise<readonly Row[]> {
  const cookie = await logIn(servers.product.url);
  const expected = await (await request(`${servers.product.url}${PROFILE}`, { headers: { cookie } })).body.text();
  const serve = async (name: "product" | "bare", durationMs: number): Promise<Served> => {
    const { url, pid } = servers[name];
    const cpuBefore = cpuSeconds(pid);
    const { answered, seconds } = await load(url, PROFILE, cookie, expected, durationMs);
    return { perSecond: answered / seconds, cpuMicros: (1e6 * (cpuSeconds(pid) - cpuBefore)) / answered };
  };
  for (const name of ["bare", "product"] as const) await serve(name, WARM_UP_MS);
  const rounds: { bare: Served; product: Served }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever comes second meets a warmer machine, so the two take turns.
    if (round % 2 === 0)
      rounds.push({ bare: await serve("bare", ROUND_MS), product: await serve("product", ROUND_MS) });
    else rounds.push({ product: await serve("product", ROUND_MS), bare: await serve("bare", ROUND_MS) });
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of));
  const ratio = middle(({ bare, product }) => product.perSecond / bare.perSecond);
  const told = (name: "product" | "bare") =>
    `${middle((round) => round[name].perSecond).toFixed(0)} requests/s, ${middle((round) => round[name].cpuMicros).toFixed(0)} µs CPU each`;
  return [
    { benchmark: "http: bare node:http + pg", measured: told("bare"), target: "–", verdict: "–" },
    { benchmark: "http: product, GET /auth/profile", measured: told("product"), target: "–", verdict: "–" },
    {
      benchmark: "http: product / bare",
      measured: ratio.toFixed(2),
      target: `≥ ${RATIO_MIN}`,
      verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
    },
  ];
}

const TICKS_PER_SECOND = 100;

/** NaN where the system does not tell. */
function cpuSeconds(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

interface DemoAccounts {
  readonly users: readonly { readonly email: string; readonly password: string }[];
}

async function logIn(url: string): Promise<string> {
  const { users } = (await (await request(`${url}/sandbox/accounts`)).body.json()) as DemoAccounts;
  const { email, password } = users[0] ?? { email: "", password: "" };
  const reply = await request(`${url}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  await reply.body.dump();
  const [cookie] = [reply.headers["set-cookie"] ?? []].flat();
  if (reply.statusCode !== 200 || cookie === undefined)
    throw new Error(`the login was answered with ${reply.statusCode}`);
  return cookie.split(";")[0] ?? "";
}

/** The database that the product keeps in its data folder, as the product's own role. */
function databaseUrl(dataDir: string): string {
  const home = path.join(dataDir, "postgres");
  const password = fs.readFileSync(path.join(home, "postgres-password"), "utf8").trim();
  const port = fs.readFileSync(path.join(home, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  const options = encodeURIComponent("-c role=vriddhi_app");
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?options=${options}`;
}
