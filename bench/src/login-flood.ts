import { makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { request } from "undici";
import type { Row } from "./report.ts";

const ATTACKERS = 300;
/** The budget of one known device in a quarter of an hour. */
const LOGINS_EACH = 9;
const P99_MAX_MS = 1_000;

interface DemoAccounts {
  readonly users: readonly { readonly email: string; readonly password: string }[];
}

/** Three hundred addresses guess at one account without a pause; people at devices of old, its owner among them, log in meanwhile. */
export async function benchLoginFlood(): Promise<readonly Row[]> {
  const data = makeDataDir();
  const product = await startChild("apps/server/src/main/server.ts", [], {
    PORT: "0",
    DATA_DIR: data.path,
    SANDBOX_CLOCK: "real",
    SANDBOX_CROWD: "0",
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "error",
  });
  try {
    const { users } = (await (await request(`${product.url}/sandbox/accounts`)).body.json()) as DemoAccounts;
    const owners = users.map(({ email, password }) => ({ email, password }));
    const [victim] = owners;
    if (victim === undefined) throw new Error("the sandbox has nobody who could log in");
    const devices = new Map<string, string>();
    for (const owner of owners) devices.set(owner.email, (await logIn(product.url, owner, "10.9.0.1", "")).device);
    const flood = startFlood(product.url, victim.email);
    const timesMs: number[] = [];
    for (let n = 0; n < LOGINS_EACH * owners.length; n += 1) {
      const owner = owners[n % owners.length] ?? victim;
      const begunAt = performance.now();
      const { status } = await logIn(product.url, owner, `10.9.1.${n % 250}`, devices.get(owner.email) ?? "");
      if (status !== 200) throw new Error(`an owner's login was answered with ${status}`);
      timesMs.push(performance.now() - begunAt);
    }
    const guesses = await flood.stop();
    return toRows(timesMs, guesses);
  } finally {
    await product.stop();
    data.remove();
  }
}

async function logIn(url: string, credentials: object, from: string, cookie: string) {
  const reply = await request(`${url}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from, cookie },
    body: JSON.stringify(credentials),
  });
  await reply.body.text();
  const set = [reply.headers["set-cookie"] ?? []].flat().find((line) => line.startsWith("device="));
  return { status: reply.statusCode, device: set?.split(";")[0] ?? "" };
}

/** Each address asks again as soon as it is answered; budgets refuse most of it, as they should. */
function startFlood(url: string, email: string) {
  let isOver = false;
  let guesses = 0;
  const attack = async (n: number) => {
    while (!isOver) {
      const guess = { email, password: `guess ${n} ${guesses}` };
      // A connection that breaks is an answer too: only the owner's logins are measured.
      await logIn(url, guess, `10.${8 + (n >> 8)}.${n % 256}.7`, "").catch(() => undefined);
      guesses += 1;
    }
  };
  const attacks = Array.from({ length: ATTACKERS }, (_, n) => attack(n));
  return {
    async stop() {
      isOver = true;
      await Promise.all(attacks);
      return guesses;
    },
  };
}

function toRows(timesMs: readonly number[], guesses: number): readonly Row[] {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const benchmark = `login while ${ATTACKERS} addresses guess`;
  return [
    { benchmark: `${benchmark}, median`, measured: `${at(0.5).toFixed(0)} ms`, target: "–", verdict: "–" },
    {
      benchmark: `${benchmark}, p99`,
      measured: `${at(0.99).toFixed(0)} ms`,
      target: `≤ ${P99_MAX_MS} ms`,
      verdict: at(0.99) <= P99_MAX_MS ? "PASS" : "FAIL",
    },
    { benchmark: `${benchmark}, guesses answered`, measured: String(guesses), target: "–", verdict: "–" },
  ];
}
