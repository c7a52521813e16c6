import fs from "node:fs";
import { sessionEndpoints } from "@vriddhi/contract/session";
import { type Child, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { request } from "undici";
import { embeddedDatabaseUrl } from "../database-url.ts";
import { median, type Row } from "../report.ts";
import { createLoad } from "./load.ts";
import { openSessions } from "./open-sessions.ts";

const RATIO_MIN = 0.75;
const WARM_UP_REQUESTS = 15_000;
/** Short rounds in turn, so that whatever else the machine does meets both alike. */
const ROUND_REQUESTS = 300;
const ROUNDS = 301;
/** Enough that none of them meets the flood limit. */
const SESSIONS = 1_000;
const PROFILE = sessionEndpoints.readProfile.path;

/** GET /auth/profile of the product against a bare server that asks the same database the same questions. */
export async function benchHttp(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    SANDBOX_CLOCK: "real",
    SANDBOX_CROWD: "0",
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "warn",
  });
  try {
    return await besideBare(product, embeddedDatabaseUrl(data.path, "-c role=vriddhi_app"));
  } finally {
    await product.stop();
    data.remove();
  }
}

async function besideBare(product: Child, databaseUrl: string): Promise<readonly Row[]> {
  const bare = await startChild("bench/src/http/bare-server.ts", [databaseUrl], {});
  try {
    return await compare({ product, bare }, databaseUrl);
  } finally {
    await bare.stop();
  }
}

async function compare(
  servers: Readonly<Record<"product" | "bare", Child>>,
  databaseUrl: string,
): Promise<readonly Row[]> {
  const cookie = await logIn(servers.product.url);
  const expected = await (await request(`${servers.product.url}${PROFILE}`, { headers: { cookie } })).body.text();
  const cookies = await openSessions(databaseUrl, cookie, SESSIONS);
  const bare = createLoad(servers.bare.url, PROFILE, cookies, expected);
  const product = createLoad(servers.product.url, PROFILE, cookies, expected);
  for (const load of [bare, product]) await load.run(WARM_UP_REQUESTS);
  const cpuBefore = { bare: cpuSeconds(servers.bare.pid), product: cpuSeconds(servers.product.pid) };
  const rounds: { readonly bare: number; readonly product: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever comes second meets a warmer machine, so the two change places.
    if (round % 2 === 0)
      rounds.push({ bare: await bare.run(ROUND_REQUESTS), product: await product.run(ROUND_REQUESTS) });
    else rounds.push({ product: await product.run(ROUND_REQUESTS), bare: await bare.run(ROUND_REQUESTS) });
  }
  const told = (name: "product" | "bare") => {
    const cpuMicros = (1e6 * (cpuSeconds(servers[name].pid) - cpuBefore[name])) / (ROUNDS * ROUND_REQUESTS);
    return `${median(rounds.map((round) => round[name])).toFixed(0)} requests/s, ${cpuMicros.toFixed(0)} µs CPU each`;
  };
  const ratio = median(rounds.map((round) => round.product / round.bare));
  const rows = [
    { benchmark: "http: bare node:http + pg", measured: told("bare"), target: "–", verdict: "–" },
    { benchmark: `http: product, GET ${PROFILE}`, measured: told("product"), target: "–", verdict: "–" },
    {
      benchmark: "http: product / bare",
      measured: ratio.toFixed(2),
      target: `≥ ${RATIO_MIN}`,
      verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
    },
  ] as const;
  await Promise.all([bare.close(), product.close()]);
  return rows;
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
