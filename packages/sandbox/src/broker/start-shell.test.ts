import { once } from "node:events";
import net from "node:net";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createAngelOne } from "../angelone/create-angelone.ts";
import { createFaults } from "../faults/faults.ts";
import { createFyers } from "../fyers/fyers.ts";
import { createZerodha } from "../zerodha/zerodha.ts";
import { type BrokerSimulators, startBrokers } from "./start-brokers.ts";
import { totpAt } from "./totp.ts";

let brokers: BrokerSimulators | null = null;
afterEach(async () => {
  await brokers?.stop();
  brokers = null;
});

/** A client that requests a socket and disconnects before the answer: the next write gets a reset. */
async function dialAndReset(port: number, path: string): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = ["GET", path, "HTTP/1.1"].join(" ");
  const fields = ["Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
  socket.write([head, ...fields, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""].join("\r\n"));
  socket.resetAndDestroy();
  await once(socket, "close");
}

describe("a client that disconnects during a handshake", () => {
  it.each([
    ["zerodha", "/?api_key=wrong&access_token=wrong"],
    ["angelone", "/smart-stream"],
    ["fyers", "/trade/v3"],
    ["fyers", "/hsm/v1-5/prod"],
  ] as const)("does not crash %s, at %s", async (broker, path) => {
    const at = epochMs(Date.parse("2026-11-16T10:00:00+05:30"));
    brokers = await startBrokers({
      seed: 3,
      faults: createFaults(),
      humanClock: { now: () => at },
      marketClock: { now: () => at },
      cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
      redirectUrl: () => "http://127.0.0.1/",
    });
    const { baseUrl } = brokers.of(broker);
    // an unhandled socket error would end this process
    for (let count = 0; count < 20; count++) await dialAndReset(Number(new URL(baseUrl).port), path);
    expect((await fetch(`${baseUrl}/nowhere`)).status).toBe(404);
  });
});

describe("a broker's listener", () => {
  it("has received every trade in order once `delivered` resolves", async () => {
    const open = Date.parse("2026-11-16T10:00:00+05:30");
    let market = epochMs(open);
    const human = { now: () => epochMs(Date.parse("2026-11-16T06:00:00+05:30")) };
    brokers = await startBrokers({
      seed: 3,
      faults: createFaults(),
      humanClock: human,
      marketClock: { now: () => market },
      cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
      redirectUrl: () => "http://127.0.0.1/",
    });
    const { baseUrl, wsUrl, clients } = brokers.of("angelone");
    const client = clients.list(1)[0];
    if (client === undefined) throw new Error("the broker has no client");
    const headers = { "content-type": "application/json", "x-privatekey": client.app.key, "x-usertype": "USER" };
    const body = { clientcode: client.id, password: client.pin, totp: totpAt(client.totpSecret, human.now()) };
    const login = await fetch(`${baseUrl}/rest/auth/angelbroking/user/v1/loginByPassword`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const { data } = (await login.json()) as { readonly data: { readonly feedToken: string } };
    const asked = new URLSearchParams({ clientCode: client.id, feedToken: data.feedToken, apiKey: client.app.key });
    const socket = new WebSocket(`${wsUrl}/smart-stream?${asked}`);
    await once(socket, "open");
    const received: number[] = [];
    let pings = 0;
    socket.on("ping", () => pings++);
    socket.on("message", (frame: Buffer) => received.push(Number(frame.readBigInt64LE(35))));
    const tokenList = [{ exchangeType: 1, tokens: ["3045"] }];
    socket.send(JSON.stringify({ correlationID: "1", action: 1, params: { mode: 1, tokenList } }));
    await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1);

    market = epochMs(open + 30_000);
    await brokers.catchUp();
    await brokers.delivered();
    expect(received.length).toBeGreaterThanOrEqual(30);
    expect(received.slice(1)).toEqual([...received.slice(1)].sort((a, b) => a - b));
    expect(pings).toBeGreaterThan(0);
    const before = pings;
    await brokers.delivered();
    expect(pings, "where nothing was sent, no client is asked").toBe(before);
    socket.terminate();
    await brokers.delivered();
  }, 120_000);
});

describe("a market whose clock is stopped", () => {
  it("answers, and advances as soon as the clock continues", async () => {
    const human = epochMs(Date.parse("2026-11-15T12:00:00+05:30"));
    let [market, looks] = [human, 0];
    const played: number[] = [];
    brokers = await startBrokers({
      seed: 3,
      faults: createFaults(),
      humanClock: { now: () => human },
      marketClock: {
        now() {
          looks++;
          return market;
        },
      },
      cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
      redirectUrl: () => "http://127.0.0.1/",
      onPlayed: (until) => void played.push(until),
    });
    const playedMoreThan = (times: number) =>
      expect.poll(() => played.length, { timeout: 60_000 }).toBeGreaterThan(times);
    await playedMoreThan(0);
    const [before, looked] = [played.length, looks];
    await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(looked + 10);
    expect(played).toHaveLength(before);

    expect((await fetch(`${brokers.of("fyers").baseUrl}/nowhere`)).status).toBe(404);
    market = epochMs(market + 60_000);
    await expect.poll(() => played.at(-1), { timeout: 60_000 }).toBe(market);
  });
});
