import { once } from "node:events";
import net from "node:net";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it } from "vitest";
import { createAngelOne } from "../angelone/create-angelone.ts";
import { createFaults } from "../faults/faults.ts";
import { createFyers } from "../fyers/fyers.ts";
import { createZerodha } from "../zerodha/zerodha.ts";
import { type BrokerSimulators, startBrokers } from "./start-brokers.ts";

let brokers: BrokerSimulators | null = null;
afterEach(async () => {
  await brokers?.stop();
  brokers = null;
});

/** A client that asks for a socket and is gone before anybody can answer: the next byte meets a reset. */
async function dialAndReset(port: number, path: string): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = ["GET", path, "HTTP/1.1"].join(" ");
  const fields = ["Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
  socket.write([head, ...fields, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""].join("\r\n"));
  socket.resetAndDestroy();
  await once(socket, "close");
}

describe("a client that breaks off in the middle of a handshake", () => {
  it.each([
    ["zerodha", "/?api_key=wrong&access_token=wrong"],
    ["angelone", "/smart-stream"],
    ["fyers", "/trade/v3"],
    ["fyers", "/hsm/v1-5/prod"],
  ] as const)("does not take %s down, at %s", async (broker, path) => {
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
    // an unheard error on a socket would end this process
    for (let count = 0; count < 20; count++) await dialAndReset(Number(new URL(baseUrl).port), path);
    expect((await fetch(`${baseUrl}/nowhere`)).status).toBe(404);
  });
});
