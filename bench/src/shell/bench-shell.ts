import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ROOT } from "@vriddhi/testing/child-process";
import { Pool } from "undici";
import { median, type Row } from "../report.ts";

const RATIO_MIN = 0.6;
const CONNECTIONS = 24;
const WARM_UP = 4_000;
const ROUND = 400;
const ROUNDS = 41;

interface Session {
  readonly token: string;
  readonly key: string;
}

interface Ready {
  readonly baseUrl: string;
  readonly bareUrl: string;
  readonly sessions: readonly Session[];
  readonly price: number;
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
function createLoad(url: string, call: Call, { sessions, price }: Ready) {
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

async function compare(name: "read" | "order", ready: Ready): Promise<Row> {
  const shell = createLoad(ready.baseUrl, calls[name], ready);
  const bare = createLoad(ready.bareUrl, calls[name], ready);
  for (const load of [shell, bare]) await load.run(WARM_UP);
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? shell : bare;
    const firstSpeed = await first.run(ROUND);
    const secondSpeed = await (first === shell ? bare : shell).run(ROUND);
    const [shellSpeed, bareSpeed] = first === shell ? [firstSpeed, secondSpeed] : [secondSpeed, firstSpeed];
    speeds.push(shellSpeed);
    ratios.push(shellSpeed / bareSpeed);
  }
  await shell.close();
  await bare.close();
  const ratio = median(ratios);
  return {
    benchmark: `shell: Angel One, ${name} / bare node:http JSON`,
    measured: `${ratio.toFixed(2)} (${Math.round(median(speeds))} requests/s)`,
    target: `≥ ${RATIO_MIN}`,
    verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
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
    return [await compare("read", ready), await compare("order", ready), opened];
  } finally {
    child.kill();
  }
}
