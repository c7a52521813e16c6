import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { ok } from "@vriddhi/core/shared/result";
import { epochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAngelOneAdapter } from "../angelone/adapter.ts";
import type { AdapterDeps } from "./adapter-deps.ts";
import { createInstrumentListThread } from "./instrument-list-thread.ts";
import type { Outgoing } from "./outgoing.ts";
import { createSendingThread } from "./sending-thread.ts";
import { realTimers } from "./timers.ts";

const SBIN = { token: "3045", symbol: "SBIN-EQ", lotsize: "1", exch_seg: "NSE", tick_size: "5.000000" };
const LIST = JSON.stringify([SBIN]);
const SHARES = [{ isin: "", symbol: "SBIN", brokerSymbol: "SBIN-EQ", token: "3045", tickSize: 5, lotSize: 1 }];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function anAdapter(url: string, deps: Partial<AdapterDeps> = {}) {
  const urls = { apiUrl: url, scripMasterUrl: `${url}/list`, streamUrl: url, orderUpdateUrl: url };
  const usual = { random: createSeededRandom(1), timers: realTimers, clock: createVirtualClock() };
  const adapter = createAngelOneAdapter({ ...urls, ...usual, ...deps });
  onTestFinished(() => adapter.close());
  return adapter;
}

describe("a broker's instrument list", () => {
  it("is read in a separate thread, compressed or not, with the product's User-Agent", async () => {
    const agents: unknown[] = [];
    const url = await serve((incoming, outgoing) => {
      agents.push(incoming.headers["user-agent"]);
      if (agents.length === 1) outgoing.end(LIST);
      else outgoing.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(LIST));
    });
    const { instruments } = anAdapter(url);
    for (let n = 0; n < 2; n++) expect(await instruments.list(null)).toEqual(ok(SHARES));
    expect(agents).toEqual(["Vriddhi/1.0", "Vriddhi/1.0"]);
  });

  it.each([
    [200, "[]", "unavailable"],
    [200, "<html>", "unavailable"],
    [200, LIST.slice(0, -1), "unavailable"],
    [503, LIST, "unavailable"],
    [403, "Access denied because of exceeding access rate", "throttled"],
  ])("that is %i %j is %s", async (status, body, kind) => {
    const url = await serve((_, outgoing) => outgoing.writeHead(status).end(body));
    expect(await anAdapter(url).instruments.list(null)).toMatchObject({ ok: false, error: { kind } });
  });

  it("is unavailable when the port is closed or the reply never arrives", async () => {
    expect(await anAdapter("http://127.0.0.1:1").instruments.list(null)).toMatchObject({
      error: { kind: "unavailable", reason: "ECONNREFUSED" },
    });
    const url = await serve(() => {});
    expect(await anAdapter(url, { timeouts: { listMs: 50 } }).instruments.list(null)).toMatchObject({
      error: { kind: "unavailable", reason: "timeout" },
    });
  });

  it("is aborted when the adapter is closed", async () => {
    let asked = 0;
    const url = await serve(() => void asked++);
    const adapter = anAdapter(url);
    const list = adapter.instruments.list(null);
    await expect.poll(() => asked).toBe(1);
    await adapter.close();
    expect(await list).toMatchObject({ ok: false, error: { kind: "unavailable" } });
  });

  it("is read in a shared thread without waiting for another list", async () => {
    const listThread = createInstrumentListThread(realTimers);
    onTestFinished(() => listThread.close());
    let asked = 0;
    const dead = anAdapter(await serve(() => void asked++), { listThread });
    const broken = anAdapter(await serve((_, outgoing) => outgoing.end("<html>")), { listThread });
    const alive = anAdapter(await serve((_, outgoing) => outgoing.end(LIST)), { listThread });
    const never = dead.instruments.list(null);
    await expect.poll(() => asked).toBe(1);
    expect(await broken.instruments.list(null)).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    expect(await alive.instruments.list(null)).toEqual(ok(SHARES));
    await alive.close();
    expect(
      await anAdapter(await serve((_, outgoing) => outgoing.end(LIST)), { listThread }).instruments.list(null),
    ).toEqual(ok(SHARES));
    await listThread.close();
    expect(await never).toMatchObject({ ok: false, error: { reason: "the list's thread ended" } });
  });

  it("is not requested when the guard forbids it", async () => {
    const guard = () => {
      throw new Error("a transaction is open");
    };
    await expect(anAdapter("http://127.0.0.1:1", { guard }).instruments.list(null)).rejects.toThrow("transaction");
  });
});

const ACCESS = {
  session: { clientId: "A1", appKey: "k", accessToken: "t" },
  egress: { localAddress: null, proxyUrl: null },
};
const CANCEL = { orderId: "1", pricing: { kind: "limit", limit: 1 } };

describe("an adapter with a sending thread", () => {
  it("sends orders from that thread, reads lists in another one, and does not close the shared thread", async () => {
    const workers: unknown[] = [];
    const note = (worker: unknown): void => void workers.push(worker);
    process.on("worker", note);
    onTestFinished(() => void process.off("worker", note));
    const sendingThread = createSendingThread();
    onTestFinished(() => sendingThread.close());
    const url = await serve((incoming, outgoing) =>
      outgoing.end(incoming.url === "/list" ? LIST : '{"status":true,"message":"","data":{"orderid":"1"}}'),
    );
    const [one, other] = [anAdapter(url, { sendingThread }), anAdapter(url, { sendingThread })];
    expect(await one.instruments.list(null)).toEqual(ok(SHARES));
    expect(workers).toHaveLength(1);
    const sending = { lane: "exit", notAfter: epochMs(Date.now() + HOUR_MS) } as const;
    for (const { orders, close } of [one, other]) {
      expect(await orders.cancel(ACCESS as never, CANCEL as never, sending)).toEqual(ok(null));
      await close();
    }
    expect(workers).toHaveLength(2);
  });
});

describe("an adapter on an injected network", () => {
  it("sends every byte through that network, with the pool and deadline of each order", async () => {
    const sent: Outgoing[] = [];
    const network = {
      exchange: async (outgoing: Outgoing) => {
        sent.push(outgoing);
        return ok({ status: 200, headers: {}, body: LIST });
      },
      close: async () => {},
    };
    const clock = createVirtualClock();
    const { instruments, orders } = anAdapter("http://nowhere.invalid", { network, clock });
    expect(await instruments.list(null)).toEqual(ok(SHARES));
    const sending = { lane: "exit", notAfter: clock.now() } as const;
    await orders.cancel(ACCESS as never, CANCEL as never, sending);
    expect(sent).toMatchObject([
      { channel: "list", path: "/list", notAfter: null },
      { channel: "exit", method: "POST", notAfter: clock.now() },
    ]);
  });
});
