import { setTimeout as sleep } from "node:timers/promises";
import { startBusyLoops } from "../../../tools/lib/busy.mjs";
import { type OwnProduct, startOwnProduct } from "../own-product.ts";
import type { Parts } from "../parts.ts";
import type { Row } from "../report.ts";

const DEMO = { email: "demo@vriddhi.example", password: "demo-password", remember_me: false };
const RUN = { trading_type: "equity", capital: 100_000, broker: "angelone", background_mode: true };
/** By then the demo day's target is reached on a quiet machine. */
const TARGET_BY = "10:00";
const HOP_MINUTES = 30;
const LOOK_EVERY_MS = 1_000;
/** What the same seed gives on a quiet machine. */
const ACCOUNTS_AT_TARGET = 47;
const ALARMS = ["position_naked", "position_stuck", "position_handed_over"] as const;

type Pace = "jumps" | "speed";

interface Person {
  call<Reply>(method: "GET" | "POST", path: string, body?: unknown): Promise<Reply>;
}

/** The demo person's session; a call lasts as long as the product needs. */
function personAt(url: string): Person {
  let cookie = "";
  return {
    async call<Reply>(method: "GET" | "POST", path: string, body?: unknown) {
      const headers = { cookie, origin: url, ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await fetch(new URL(path, url), { method, headers, ...sent });
      cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Reply;
    },
  };
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

const clockOf = async ({ call }: Person): Promise<string> => (await call<{ now: string }>("GET", "/sandbox/clock")).now;

async function jump(person: Person): Promise<void> {
  const now = await clockOf(person);
  const stops = [TARGET_BY];
  for (let at = minutesOf(TARGET_BY) - HOP_MINUTES; at > minutesOf(now.slice(11, 16)); at -= HOP_MINUTES)
    stops.unshift(timeOf(at));
  for (const stop of stops)
    await person.call("POST", "/sandbox/clock", { now: `${now.slice(0, 10)}T${stop}:00+05:30` });
}

async function watchUntilTarget(person: Person): Promise<void> {
  while ((await clockOf(person)).slice(11, 16) < TARGET_BY) await sleep(LOOK_EVERY_MS);
}

async function verdictOf({ query }: OwnProduct): Promise<{ target: number; silent: number; alarms: number }> {
  const closed = await query<{ reason: string; n: number }>(
    `SELECT fact ->> 'reason' AS reason, count(DISTINCT account_id)::int AS n FROM ledger
     WHERE kind = 'position_closing' GROUP BY 1`,
  );
  const of = (reason: string): number => closed.find((each) => each.reason === reason)?.n ?? 0;
  const [alarms] = await query<{ n: number }>("SELECT count(*)::int AS n FROM ledger WHERE kind = ANY ($1)", [ALARMS]);
  return { target: of("target"), silent: of("feed_silent"), alarms: alarms?.n ?? 0 };
}

async function playDay(pace: Pace, busyLoops: number): Promise<readonly Row[]> {
  const product = await startOwnProduct({ SANDBOX_CROWD: "50" });
  const loops = startBusyLoops(process.execPath, busyLoops);
  try {
    const person = personAt(product.url);
    await person.call("POST", "/auth/login", DEMO);
    await person.call("POST", "/algorithm/start", RUN);
    await (pace === "jumps" ? jump(person) : watchUntilTarget(person));
    const { target, silent, alarms } = await verdictOf(product);
    const orders = await person.call<readonly unknown[]>("GET", "/sandbox/exchange/orders");
    const isRight = target >= ACCOUNTS_AT_TARGET && silent === 0 && alarms === 0;
    return [
      {
        benchmark: `demo day by ${pace} beside ${busyLoops} busy loops`,
        measured: `${orders.length} orders, ${target} accounts at their target, ${silent} left for silence, ${alarms} alarms`,
        target: `${ACCOUNTS_AT_TARGET} at their target, 0, 0`,
        verdict: isRight ? "PASS" : "FAIL",
      },
    ];
  } finally {
    loops.stop();
    await product.stop();
  }
}

/** The first day of a person who tries the product, on a machine that other work keeps busy. */
export const demoDayParts: Parts = {
  jumps: () => playDay("jumps", 0),
  "jumps-2": () => playDay("jumps", 2),
  "jumps-6": () => playDay("jumps", 6),
  "speed-2": () => playDay("speed", 2),
  "speed-6": () => playDay("speed", 6),
};
