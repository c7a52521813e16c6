// A simulated broker with many logged-in clients, and beside it a bare server; a process of its own for bench-shell.ts.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { rupees } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { startBrokers } from "@vriddhi/sandbox/broker/start-brokers";
import { totpAt } from "@vriddhi/sandbox/broker/totp";
import { createFaults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";

/** Each may place nine orders a second: together more than the machine can. */
const CLIENTS = 2_500;
const BULK = 50_000;
/** A Monday while shares trade; it stands still, so that every order meets the same market. */
const MARKET_NOW = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));

const now = () => epochMs(Date.now());
const brokers = await startBrokers({
  seed: 5,
  faults: createFaults(),
  humanClock: { now },
  marketClock: { now: () => MARKET_NOW },
  cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
  redirectUrl: () => "http://127.0.0.1/",
});
const { clients, baseUrl } = brokers.of("angelone");
const ids = clients.openMany(CLIENTS, { prefix: "BENCH", cashPaise: rupees(1_000_000) });

async function logIn(id: string): Promise<{ readonly token: string; readonly key: string }> {
  const client = clients.find(id);
  if (client === null) throw new Error(`${id} is gone`);
  const body = JSON.stringify({ clientcode: id, password: client.pin, totp: totpAt(client.totpSecret, now()) });
  const headers = { "content-type": "application/json", "x-privatekey": client.app.key, "x-usertype": "USER" };
  const url = `${baseUrl}/rest/auth/angelbroking/user/v1/loginByPassword`;
  const reply = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
    data: { jwtToken: string } | null;
  };
  if (reply.data === null) throw new Error(`${id} could not log in`);
  return { token: reply.data.jwtToken, key: client.app.key };
}

const sessions: Awaited<ReturnType<typeof logIn>>[] = [];
for (const id of ids) sessions.push(await logIn(id));

const startedAt = performance.now();
brokers.of("fyers").clients.openMany(BULK, { prefix: "BULK", cashPaise: rupees(10_000) });
const bulkMs = performance.now() - startedAt;

/** Reads the request as JSON and answers JSON of the usual size: what any server must do. */
const bare = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { tradingsymbol: string };
    const data = { script: asked.tradingsymbol, orderid: "261116000000123", uniqueorderid: "8f14e45f-ceea-4673-9d5d" };
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify({ status: true, message: "SUCCESS", errorcode: "", data }));
  });
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const price = brokers.exchange().lastPrice("SBIN") / 100;
process.send?.({ baseUrl, bareUrl, sessions, price, bulkMs, bulkCount: BULK });
