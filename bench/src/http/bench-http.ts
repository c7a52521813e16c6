import { sessionEndpoints } from "@vriddhi/contract/session";
import { type Child, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { request } from "undici";
import type { Benchmark } from "../benchmark.ts";
import { embeddedDatabaseUrl } from "../database-url.ts";
import { judge, median, type Row } from "../report.ts";
import { createLoad } from "./load.ts";
import { openSessions } from "./open-sessions.ts";

const RATIO_MIN = 0.85;
/** Short rounds in turn, so that whatever else the machine does meets both alike. */
const ROUND_REQUESTS = 300;
const FULL = { warmUp: 15_000, rounds: 301 } as const;
const QUICK = { warmUp: 4_000, rounds: 31 } as const;
/** Enough that none of them meets the flood limit. */
const SESSIONS = 1_000;
const PROFILE = sessionEndpoints.readProfile.path;

/** GET /auth/profile of the product against a bare server that asks the same database the same questions. */
export const benchHttp: Benchmark = async (isQuick) => {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    SANDBOX_CLOCK: "real",
    SANDBOX_ACCOUNTS: "0",
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "error",
  });
  try {
    return [await besideBare(product, embeddedDatabaseUrl(data.path, "-c role=vriddhi_app"), isQuick)];
  } finally {
    await product.stop();
    data.remove();
  }
};

async function besideBare(product: Child, databaseUrl: string, isQuick: boolean): Promise<Row> {
  const bare = await startChild("bench/src/http/bare-server.ts", [databaseUrl], {});
  try {
    return await compare({ product, bare }, databaseUrl, isQuick ? QUICK : FULL);
  } finally {
    await bare.stop();
  }
}

type Servers = Readonly<Record<"product" | "bare", Child>>;

async function compare(servers: Servers, databaseUrl: string, length: typeof FULL | typeof QUICK): Promise<Row> {
  const cookie = await logIn(servers.product.url);
  const expected = await (await request(`${servers.product.url}${PROFILE}`, { headers: { cookie } })).body.text();
  const cookies = await openSessions(databaseUrl, cookie, SESSIONS);
  const bare = createLoad(servers.bare.url, PROFILE, cookies, expected);
  const product = createLoad(servers.product.url, PROFILE, cookies, expected);
  for (const load of [bare, product]) await load.run(length.warmUp);
  const rounds: { readonly bare: number; readonly product: number }[] = [];
  for (let round = 0; round < length.rounds; round += 1) {
    // The second one meets a warmer machine, so the two change places.
    if (round % 2 === 0)
      rounds.push({ bare: await bare.run(ROUND_REQUESTS), product: await product.run(ROUND_REQUESTS) });
    else rounds.push({ product: await product.run(ROUND_REQUESTS), bare: await bare.run(ROUND_REQUESTS) });
  }
  await Promise.all([bare.close(), product.close()]);
  const speed = (name: "product" | "bare") => median(rounds.map((round) => round[name])).toFixed(0);
  const ratio = median(rounds.map((round) => round.product / round.bare));
  const beside = `${speed("product")} against ${speed("bare")} requests/s`;
  return judge(`http: GET ${PROFILE} / bare node:http and pg`, ratio, { atLeast: RATIO_MIN }, beside);
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
