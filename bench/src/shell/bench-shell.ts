import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ROOT } from "@vriddhi/testing/child-process";
import { Pool } from "undici";
import { median, type Row } from "../report.ts";

const RATIO_MIN = 0.6;
const JOURNAL_COST_MAX = 0.15;
const CONNECTIONS = 24;
const WARM_UP = 4_000;
const ROUND = 400;
const ROUNDS = 41;

interface Session {
  readonly token: string;
  readonly key: string;
}

interface Busy {
  readonly baseUrl: string;
  readonly sessions: readonly Session[];
  readonly price: number;
}

interface Ready extends Busy {
  readonly bareUrl: string;
  /** The same broker, which writes down what it is told. */
  readonly journalled: Busy;
}

interface Call {
  readonly path: string;
  body(price: number): string;
}

const ORDER_PATH = "/rest/secure/angelbroking/order/v1";

const calls: Readonly<Record<"read" | "order", Call>> = {
  read: {
    path: `${ORDER_PATH}/getLtpData`,
    body: () => JSON.stringify({ exchange: "NSE", tradingsymbol: "SBIN-EQ", symboltoken: "3045" }),
  },
  // Far below the price: it rests, as most orders of a strategy do.
  order: {
    path: `${ORDER_PATH}/placeOrder`,
    body: (price) =>
      JSON.stringify({
        variety: "NORMAL",
        tradingsymbol: "SBIN-EQ",
        symboltoken: "3045",
        transactiontype: "BUY",
        exchange: "NSE",
        ordertype: "LIMIT",
        producttype: "INTRADAY",
        duration: "DAY",
        price: String(Math.floor(price * 0.97)),
        quantity: "1",
      }),
  },
};

/** Requests per second, as fast as they are answered. */
function createLoad(url: string, call: Call, { sessions, price }: Busy) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const body = call.body(price);
  let next = 0;
  async function ask(): Promise<void> {
    next = (next + 1) % sessions.length;
    const { token, key } = sessions[next] as Session;
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "x-privatekey": key,
      "x-usertype": "USER",
    };
    const reply = await pool.request({ method: "POST", path: call.path, headers, body });
    const text = await reply.body.text();
    if (reply.statusCode !== 200 || !text.includes('"status":true'))
      throw new Error(`answered ${reply.statusCode} ${text}`);
  }
  return {
    close: () => pool.close(),
    async run(count: number): Promise<number> {
      let left = count;
      const caller = async () => {
        while (left-- > 0) await ask();
      };
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: CONNECTIONS }, caller));
      return (count * 1_000) / (performance.now() - startedAt);
    },
  };
}

type Load = ReturnType<typeof createLoad>;

/** Both by turns, so that neither has the quieter machine. */
async function race(one: Load, other: Load): Promise<{ readonly ratio: number; readonly speed: number }> {
  for (const load of [one, other]) await load.run(WARM_UP);
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? one : other;
    const firstSpeed = await first.run(ROUND);
    const secondSpeed = await (first === one ? other : one).run(ROUND);
    const [oneSpeed, otherSpeed] = first === one ? [firstSpeed, secondSpeed] : [secondSpeed, firstSpeed];
    speeds.push(oneSpeed);
    ratios.push(oneSpeed / otherSpeed);
  }
  await one.close();
  await other.close();
  return { ratio: median(ratios), speed: median(speeds) };
}

async function compare(name: "read" | "order", ready: Ready): Promise<Row> {
  const bare = createLoad(ready.bareUrl, calls[name], ready);
  const { ratio, speed } = await race(createLoad(ready.baseUrl, calls[name], ready), bare);
  return {
    benchmark: `shell: Angel One, ${name} / bare node:http JSON`,
    measured: `${ratio.toFixed(2)} (${Math.round(speed)} requests/s)`,
    target: `≥ ${RATIO_MIN}`,
    verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
  };
}

/** Orders a second of a broker that writes them down, against one that does not. */
async function compareJournal({ journalled, ...ready }: Ready): Promise<Row> {
  const plain = createLoad(ready.baseUrl, calls.order, ready);
  const { ratio, speed } = await race(createLoad(journalled.baseUrl, calls.order, journalled), plain);
  const cost = 1 - ratio;
  return {
    benchmark: "shell: orders with the journal / without",
    measured: `costs ${Math.round(cost * 100)} % (${Math.round(speed)} orders/s)`,
    target: `≤ ${JOURNAL_COST_MAX * 100} %`,
    verdict: cost <= JOURNAL_COST_MAX ? "PASS" : "FAIL",
  };
}

/** A simulated broker over HTTP against a server that answers the same size of JSON without thinking. */
export async function benchShell(): Promise<readonly Row[]> {
  const child: ChildProcess = fork(path.join(ROOT, "bench/src/shell/shell-server.ts"), { stdio: "inherit" });
  const [ready] = (await once(child, "message")) as [Ready & { bulkMs: number; bulkCount: number }];
  try {
    const opened: Row = {
      benchmark: `shell: ${ready.bulkCount} accounts opened`,
      measured: `${(ready.bulkMs / 1_000).toFixed(1)} s`,
      target: "≤ 10 s",
      verdict: ready.bulkMs <= 10_000 ? "PASS" : "FAIL",
    };
    return [await compare("read", ready), await compare("order", ready), await compareJournal(ready), opened];
  } finally {
    child.kill();
  }
}
