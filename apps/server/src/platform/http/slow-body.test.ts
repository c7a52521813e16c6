import { once } from "node:events";
import net from "node:net";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { GENERAL_LIMIT } from "../limits/limits.ts";
import { createRecentSessions } from "../limits/recent-sessions.ts";
import { createLogger } from "../log/logger.ts";
import { createHttpApp } from "./http-app.ts";

let app: FastifyInstance | null = null;
afterEach(async () => {
  await app?.close();
});

async function listen(requestWithinMs: number): Promise<number> {
  const clock = createVirtualClock();
  app = createHttpApp({
    config: readConfig({}),
    clock,
    recentSessions: createRecentSessions(clock),
    log: createLogger("silent"),
    generalLimit: GENERAL_LIMIT,
    requestWithinMs,
  });
  app.get("/quick", async () => ({ is: "here" }));
  app.post("/slow", async () => ({ is: "here" }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function trickle(port: number): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    response += chunk;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const head = ["POST /slow HTTP/1.1", `Host: 127.0.0.1:${port}`, "Content-Type: application/json"];
  socket.write(`${[...head, "Content-Length: 60000"].join("\r\n")}\r\n\r\n{"a":"`);
  const drops = setInterval(() => socket.writable && socket.write("x"), 20);
  // Node's `once` is unsuitable: it rejects on a reset, which is a valid way to be disconnected.
  await new Promise((resolve) => socket.on("close", resolve));
  clearInterval(drops);
  return response;
}

describe("a slowly sent body", () => {
  it("is refused with 408 at its deadline, without delaying other requests", async () => {
    const port = await listen(300);
    const slow = Promise.all(Array.from({ length: 20 }, () => trickle(port)));
    for (let n = 0; n < 5; n += 1) expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
    // A byte sent while the reply is on its way resets the connection and loses the reply.
    const answers = new Set((await slow).map((response) => response.split("\r\n")[0]));
    answers.delete("");
    expect([...answers]).toEqual(["HTTP/1.1 408 Request Timeout"]);
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(200);
  });
});

describe("an unused connection", () => {
  it("does not keep the server from closing", async () => {
    const port = await listen(4 * MINUTE_MS);
    const accepted = once(app?.server ?? net.createServer(), "connection");
    const silent = net.connect(port, "127.0.0.1");
    silent.on("error", () => undefined);
    const hungUp = new Promise((resolve) => silent.on("close", resolve));
    await accepted;
    await app?.close();
    await hungUp;
    expect(silent.destroyed).toBe(true);
  });
});
