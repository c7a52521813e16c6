import { setTimeout as sleep } from "node:timers/promises";
import { makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { request } from "undici";
import type { Row } from "./report.ts";

const AT_ONCE = 50;
const ROUNDS = 6;
const P99_MAX_MS = 50;
const IDLE_MS = 3_000;

interface DemoAccounts {
  readonly users: readonly { readonly email: string; readonly password: string }[];
}

/** Fifty people log in at once, each with a real hash: everybody else must not notice. */
export async function benchLogins(): Promise<readonly Row[]> {
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
    await logInTogether(product.url, 0); // warms up
    const idleMs = await delayP99Ms(product.url, () => sleep(IDLE_MS));
    let seconds = 0;
    const busyMs = await delayP99Ms(product.url, async () => {
      for (let round = 1; round <= ROUNDS; round += 1) seconds += await logInTogether(product.url, round);
    });
    return toRows({ idleMs, busyMs, perSecond: (ROUNDS * AT_ONCE) / seconds });
  } finally {
    await product.stop();
    data.remove();
  }
}

/** How many seconds it took until the last of them was in. Each comes from an address of their own. */
async function logInTogether(url: string, round: number): Promise<number> {
  const { users } = (await (await request(`${url}/sandbox/accounts`)).body.json()) as DemoAccounts;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => {
      const { email, password } = users[n % users.length] ?? { email: "", password: "" };
      return logIn(url, { email, password }, `10.2.${round}.${n}`);
    }),
  );
  return (performance.now() - startedAt) / 1_000;
}

async function logIn(url: string, credentials: object, from: string): Promise<void> {
  const reply = await request(`${url}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(credentials),
  });
  const told = await reply.body.text();
  if (reply.statusCode !== 200) throw new Error(`a login was answered with ${reply.statusCode} ${told}`);
}

/** Measured by the server in its own process. A reading empties its histogram, so it tells of the time between two. */
async function delayP99Ms(url: string, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const metrics = await (await request(`${url}/metrics`)).body.text();
    const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1];
    if (seconds === undefined) throw new Error("the server does not tell its event-loop delay");
    return Number(seconds) * 1_000;
  };
  await read();
  await work();
  return read();
}

function toRows(measured: { idleMs: number; busyMs: number; perSecond: number }): readonly Row[] {
  const { idleMs, busyMs, perSecond } = measured;
  const benchmark = `logins: ${AT_ONCE} at once`;
  const delay = "event-loop delay p99";
  return [
    { benchmark: `${benchmark}, speed`, measured: `${perSecond.toFixed(1)} per second`, target: "–", verdict: "–" },
    // The server samples every 10 ms, so that this is the least it can say.
    { benchmark: `logins: nobody, ${delay}`, measured: `${idleMs.toFixed(1)} ms`, target: "–", verdict: "–" },
    {
      benchmark: `${benchmark}, ${delay}`,
      measured: `${busyMs.toFixed(1)} ms`,
      target: `< ${P99_MAX_MS} ms`,
      verdict: busyMs < P99_MAX_MS ? "PASS" : "FAIL",
    },
  ];
}
