import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findPostmaster } from "../platform/postgres/postmaster.ts";
import { TEST_MASTER_KEY } from "../testing/product.ts";
import { makeDataFolder, type ServerProcess, startServerProcess } from "../testing/server-process.ts";
import { createTestDatabase } from "../testing/test-database.ts";

// Each test starts whole servers, some with their own database; slow on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function start(env: Record<string, string>): ServerProcess {
  const server = startServerProcess({ PORT: "0", ...env });
  cleanUps.push(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  return server;
}

async function scratchDatabase(): Promise<Record<string, string>> {
  const database = await createTestDatabase();
  cleanUps.push(database.drop);
  return { DATABASE_URL: database.url, MASTER_KEY: TEST_MASTER_KEY };
}

function dataFolder(): string {
  const folder = makeDataFolder();
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
  return folder;
}

/** Expects a failed start: one sentence, no stack and no ready line. */
async function expectFault(server: ServerProcess, sentence: RegExp): Promise<void> {
  expect(await server.ended).toBe(1);
  expect(server.stdout()).not.toContain("ready on");
  const lines = server.stderr().trim().split("\n");
  expect(lines.at(-1)).toMatch(sentence);
  expect(server.stderr()).not.toMatch(/^\s+at /m);
}

describe("a failed start reports one sentence and exits with 1", () => {
  it("when the port is taken", async () => {
    const taken = net.createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    cleanUps.push(() => taken.close());
    const { port } = taken.address() as net.AddressInfo;
    const server = start({ ...(await scratchDatabase()), PORT: String(port) });
    await expectFault(
      server,
      new RegExp(`^Vriddhi could not start: port ${port} is taken by another program; set PORT to a free one\\.$`),
    );
  });

  it("when no database answers at DATABASE_URL, without its password", async () => {
    const server = start({ DATABASE_URL: "postgres://app:hunter2@127.0.0.1:9/nowhere", MASTER_KEY: TEST_MASTER_KEY });
    await expectFault(server, /^Vriddhi could not start: the database at DATABASE_URL cannot be used: .*ECONNREFUSED/);
    expect(server.stderr() + server.stdout()).not.toContain("hunter2");
  });

  it("when the data folder cannot be written", async () => {
    const folder = dataFolder();
    fs.writeFileSync(path.join(folder, "file"), "");
    const server = start({ DATA_DIR: path.join(folder, "file/data") });
    await expectFault(server, /^Vriddhi could not start: cannot write to the data folder/);
  });

  it("when settings are wrong, and names each of them", async () => {
    const server = start({ MODE: "live", PORT: "x" });
    expect(await server.ended).toBe(1);
    expect(server.stderr()).toMatch(/^Vriddhi could not start: configuration is not usable:\n/);
    for (const name of ["PORT", "PUBLIC_URL", "DATABASE_URL", "MASTER_KEY", "SMTP_URL"])
      expect(server.stderr()).toContain(`  ${name}: `);
  });
});

/** Sends the headers, waits until the server has read them, and sends the body later on the open connection. */
async function beginRequest(url: string, body: string) {
  const agent = new http.Agent({ keepAlive: true, timeout: 10 * 60_000 });
  cleanUps.push(() => agent.destroy());
  const request = http.request(`${url}/auth/login`, {
    agent,
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body), expect: "100-continue" },
  });
  request.flushHeaders();
  await once(request, "continue");
  return {
    async finish(): Promise<{ status: number | undefined; text: string }> {
      const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
      request.end(body);
      const [response] = await answered;
      const chunks = await response.toArray();
      return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
    },
  };
}

/** Shorter than the 72 seconds for which the server keeps an idle connection. */
const STOP_MAX_MS = 60_000;

describe("a server that receives a stop signal", () => {
  it("finishes the running request, exits with 0 and leaves no database behind", async () => {
    const folder = dataFolder();
    const server = start({ DATA_DIR: folder });
    const shownUrl = await server.ready();
    const port = Number(new URL(shownUrl).port);
    expect(server.stdout().trim().split("\n").at(-1)).toBe(`ready on http://localhost:${port}`);
    const record = path.join(folder, "server.json");
    expect(JSON.parse(fs.readFileSync(record, "utf8"))).toEqual({ pid: server.child.pid, port });
    const data = path.join(folder, "postgres/postgres");
    expect(findPostmaster(data)).not.toBeNull();

    const demo = { email: "demo@vriddhi.example", password: "demo-password" };
    const request = await beginRequest(`http://127.0.0.1:${port}`, JSON.stringify(demo));
    server.child.kill("SIGTERM");
    server.child.kill("SIGINT"); // Ctrl-C arrives twice
    await sleep(300);
    const { status, text } = await request.finish();
    expect([status, JSON.parse(text).user.email]).toEqual([200, demo.email]);

    const answeredAt = performance.now();
    expect(await server.ended).toBe(0);
    expect(performance.now() - answeredAt).toBeLessThan(STOP_MAX_MS);
    expect(server.stderr()).toBe("");
    expect(findPostmaster(data)).toBeNull();
    expect(fs.existsSync(record)).toBe(false);
  });

  it("exits with 0 and leaves no database behind during its start", async () => {
    const folder = dataFolder();
    const server = start({ DATA_DIR: folder });
    const data = path.join(folder, "postgres/postgres");
    while (!fs.existsSync(path.join(data, "postmaster.pid"))) await sleep(20);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(findPostmaster(data)).toBeNull();
  });

  it("exits with 0 and leaves no database behind when the reader of its output ends", async () => {
    const folder = dataFolder();
    const server = start({ DATA_DIR: folder });
    const data = path.join(folder, "postgres/postgres");
    while (!fs.existsSync(path.join(data, "postmaster.pid"))) await sleep(20);
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    expect(await server.ended).toBe(0);
    expect(findPostmaster(data)).toBeNull();
  });
});
