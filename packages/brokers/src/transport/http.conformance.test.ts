import { createServer, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { later } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  aTransport,
  clock,
  DIRECT,
  failureOf,
  LIMIT_MS,
  listen,
  OWN,
  order,
  type Serve,
  serve,
  timers,
} from "../conformance/http-fixture.ts";
import { setupHere, setupOn } from "./networks-fixture.ts";
import { createSendingThread } from "./sending-thread.ts";
import { realTimers } from "./timers.ts";

const thread = createSendingThread();
afterAll(() => thread.close());
const setups = [setupHere(aTransport, clock, timers), setupOn(thread, aTransport)];

describe.each(setups)("with $name, a request is never_sent when", (setup) => {
  it("the port is closed", async () => {
    expect(await failureOf(setup.aTransport(), order("http://127.0.0.1:1"))).toBe("never_sent");
  });

  it("the name is unknown", async () => {
    expect(await failureOf(setup.aTransport(), order("http://broker.invalid"))).toBe("never_sent");
  });

  it("the local address is not one of this machine's", async () => {
    const { url } = await serve((_, outgoing) => outgoing.end("{}"));
    const egress = { localAddress: "192.0.2.1", proxyUrl: null };
    expect(await failureOf(setup.aTransport(), order(url, { egress }))).toBe("never_sent");
  });

  it("the server never finishes the handshake", async () => {
    let greeted = 0;
    const server = createTcpServer((socket) => void socket.on("error", () => {}).once("data", () => greeted++));
    const failure = failureOf(setup.aTransport(), order(`https://127.0.0.1:${await listen(server)}`));
    await expect.poll(() => greeted).toBe(1);
    setup.letTimeRunOut();
    expect(await failure).toBe("never_sent");
  });

  it("it was aborted while it waited for the account's connection, and does not leave afterwards", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = setup.aTransport();
    const [first, other] = [1, 2].map(() => transport.send(order(server.url, { egress: OWN })));
    await expect.poll(() => held.length).toBe(2);
    const giveUp = new AbortController();
    const second = failureOf(transport, order(`${server.url}/late`, { egress: OWN, signal: giveUp.signal }));
    giveUp.abort();
    expect(await second).toBe("never_sent");
    for (const outgoing of held) outgoing.end("{}");
    expect([await first, await other]).toMatchObject([{ ok: true }, { ok: true }]);
    const third = transport.send(order(`${server.url}/third`, { egress: OWN }));
    await expect.poll(() => held.length).toBe(3);
    held[2]?.end("{}");
    expect((await third).ok).toBe(true);
    expect(server.seen.filter((path) => path.startsWith("/late"))).toEqual([]);
  });

  it("its deadline passed before the connection was open", async () => {
    const port = await listen(createTcpServer((socket) => void socket.on("error", () => {})));
    const result = setup.aTransport().send(order(`https://127.0.0.1:${port}`));
    setup.letTimeRunOut();
    expect(await result).toEqual({ ok: false, error: { kind: "never_sent", reason: setup.ranOut } });
  });

  it("its deadline passed while no byte moved, and the caller is notified at once", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = setup.aTransport();
    for (const _ of [1, 2]) void transport.send(order(server.url, { egress: OWN }));
    await expect.poll(() => held.length).toBe(2);
    const soon = await transport.send(order(server.url, { egress: OWN, notAfter: later(setup.now(), 5) }));
    expect(soon).toEqual({ ok: false, error: { kind: "never_sent", reason: "too late" } });
  });

  it("its proxy address is invalid", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const transport = setup.aTransport();
    const egress = { localAddress: null, proxyUrl: "no address" };
    expect(await failureOf(transport, order(url, { egress }))).toBe("never_sent");
    expect((await transport.send(order(url))).ok).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it("the caller had already aborted", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    expect(await failureOf(setup.aTransport(), order(url, { signal: AbortSignal.abort() }))).toBe("never_sent");
    expect(seen).toEqual([]);
  });
});

describe("a request is never_sent when", () => {
  it("its deadline had passed, before the call or while it waited for a connection", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = aTransport();
    const past = await transport.send(order(server.url, { egress: OWN, notAfter: later(clock.now(), -1) }));
    expect(past).toEqual({ ok: false, error: { kind: "never_sent", reason: "too late" } });
    const notAfter = later(clock.now(), 3 * LIMIT_MS);
    const busy = [1, 2].map(() => transport.send(order(server.url, { egress: OWN, notAfter })));
    await expect.poll(() => held.length).toBe(2);
    const waiting = transport.send(
      order(`${server.url}/late`, { egress: OWN, notAfter: later(clock.now(), 2 * LIMIT_MS) }),
    );
    clock.advance(2 * LIMIT_MS + 1);
    for (const outgoing of held) outgoing.end("{}");
    expect(await waiting).toEqual({ ok: false, error: { kind: "never_sent", reason: "too late" } });
    expect((await Promise.all(busy)).every(({ ok }) => ok)).toBe(true);
    expect(server.seen).toHaveLength(2);
  });
});

describe.each(setups)("with $name, a request's answer is lost", (setup) => {
  const endings: Record<string, Serve> = {
    "the connection breaks": (incoming) => incoming.socket.destroy(),
    "nothing comes": () => {},
    "half of it comes": (incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": "100" }).write("{");
      setTimeout(() => incoming.socket.destroy(), 5);
    },
    "it is no HTTP": (incoming) => incoming.socket.end("hello\r\n\r\n"),
    "it never ends": (_, outgoing) => {
      outgoing.writeHead(200).write("{");
    },
    "it is too large": (_, outgoing) => outgoing.end("x".repeat(5_000)),
    "it grows too large when unpacked": (_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(100_000))),
    "it has an unknown encoding": (_, outgoing) => outgoing.writeHead(200, { "content-encoding": "zpaq" }).end("x"),
  };

  const HANGS: ReadonlySet<string> = new Set(["nothing comes", "it never ends"]);

  it.each(Object.keys(endings))("because %s", async (name) => {
    const { url, seen } = await serve(endings[name] as Serve);
    const failure = failureOf(setup.aTransport(), order(url, { replyMax: 1_000 }));
    await expect.poll(() => seen.length).toBe(1);
    if (HANGS.has(name)) setup.letTimeRunOut();
    expect(await failure).toBe("lost");
    expect(seen).toHaveLength(1);
  });

  it("because the caller aborted in the middle", async () => {
    const { url, seen } = await serve(() => {});
    const giveUp = new AbortController();
    const failure = failureOf(setup.aTransport(), order(url, { signal: giveUp.signal }));
    await expect.poll(() => seen.length).toBe(1);
    giveUp.abort();
    expect(await failure).toBe("lost");
  });

  it("and the request is never resent automatically", async () => {
    const { url, seen } = await serve((incoming, outgoing) =>
      incoming.url === "/last" ? outgoing.end("{}") : incoming.socket.destroy(),
    );
    const transport = setup.aTransport();
    for (const method of ["POST", "PUT", "DELETE", "GET"] as const)
      expect(await failureOf(transport, order(url, { method }))).toBe("lost");
    expect((await transport.send(order("", { url: `${url}/last` }))).ok).toBe(true);
    expect(seen).toHaveLength(5);
  });
});

describe.each(setups)("with $name, never_sent", (setup) => {
  it("is never reported for a request that arrived, whatever the broker does and whenever the caller aborts", async () => {
    const behaviours = ["reply", "drop", "hang", "drop-next-connection"] as const;
    let isDropping = false;
    const server = createServer((incoming, outgoing) => {
      const [, id = "", behaviour] = (incoming.url ?? "").split("/");
      arrived.add(id);
      if (behaviour === "drop-next-connection") isDropping = true;
      if (behaviour === "drop" || behaviour === "drop-next-connection") incoming.socket.destroy();
      else if (behaviour === "reply") outgoing.end("{}");
    });
    server.on("connection", (socket) => {
      if (isDropping) socket.destroy();
      isDropping = false;
    });
    const arrived = new Set<string>();
    const url = `http://127.0.0.1:${await listen(server)}`;
    const transport = setup.aTransport({ timers: realTimers, timeouts: { orderStartMs: 40, orderMs: 40 } });
    const call = fc.record({
      behaviour: fc.constantFrom(...behaviours),
      giveUpAfterMs: fc.option(fc.integer({ min: 0, max: 8 })),
      egress: fc.constantFrom(DIRECT, OWN),
    });
    let count = 0;
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
        const sent = calls.map(async ({ behaviour, giveUpAfterMs, egress }) => {
          const id = String(++count);
          const signal = giveUpAfterMs === null ? {} : { signal: AbortSignal.timeout(giveUpAfterMs) };
          const path = `${url}/${id}/${behaviour}`;
          return { id, result: await transport.send(order("", { url: path, egress, ...signal })) };
        });
        const results = await Promise.all(sent);
        await wait(3);
        for (const { id, result } of results) {
          kinds.add(result.ok ? "ok" : result.error.kind);
          if (!result.ok && result.error.kind === "never_sent") expect(arrived.has(id)).toBe(false);
        }
      }),
      { numRuns: 60, seed: 20 },
    );
    expect(kinds).toEqual(new Set(["ok", "lost", "never_sent"]));
  });
});

describe.each(setups)("with $name, a reply", (setup) => {
  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const)("packed with %s is unpacked", async (encoding, pack) => {
    const { url } = await serve((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": encoding }).end(pack("tradingsymbol\nSBIN")),
    );
    const reply = await setup.aTransport().send(order(url));
    expect(reply).toMatchObject({ ok: true, value: { body: "tradingsymbol\nSBIN" } });
  });

  it("is returned whatever its status, and redirects are not followed", async () => {
    const statuses = [200, 302, 403, 429, 500, 503];
    const { url, seen } = await serve((incoming, outgoing) =>
      outgoing.writeHead(Number(incoming.url?.slice(1, 4)), { location: "/elsewhere" }).end("said"),
    );
    const transport = setup.aTransport();
    for (const status of statuses) {
      const reply = await transport.send(order("", { url: `${url}/${status}` }));
      expect(reply).toMatchObject({ ok: true, value: { status, body: "said" } });
    }
    expect(seen).toHaveLength(statuses.length);
  });

  it("keeps retry-after, and no other header", async () => {
    const { url } = await serve((_, outgoing) =>
      outgoing.writeHead(429, { "retry-after": "7", "x-retry-after-ms": "7000", "set-cookie": "a=b" }).end("{}"),
    );
    expect(await setup.aTransport().send(order(url))).toEqual({
      ok: true,
      value: { status: 429, headers: { "retry-after": "7", "x-retry-after-ms": "7000" }, body: "{}" },
    });
  });
});
