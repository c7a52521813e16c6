import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { platform } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { Egress } from "../port/session.ts";
import { createHttpTransport, type HttpRequest, type HttpTransport, type HttpTransportOptions } from "./http.ts";

const DIRECT: Egress = { localAddress: null, proxyUrl: null };
const OWN: Egress = { localAddress: "127.0.0.1", proxyUrl: null };
const SECRET = "token-that-nobody-may-read";
const CODE_OR_WORDS = /^([A-Z][A-Z0-9_]*|timeout|aborted|reply too large|unreadable encoding|connection failed)$/;

const transports: HttpTransport[] = [];
afterEach(async () => {
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
});

function aTransport(options: HttpTransportOptions = {}): HttpTransport {
  const timeouts = { connectMs: 300, orderMs: 300, readMs: 300, ...options.timeouts };
  const transport = createHttpTransport({ ...options, timeouts });
  transports.push(transport);
  return transport;
}

async function listen<T extends Server | TcpServer>(server: T): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

interface Served {
  readonly url: string;
  /** Paths in the order in which they arrived. */
  readonly seen: string[];
  connections(): number;
  mostAtOnce(): number;
  readonly from: string[];
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

async function serve(answer: Serve): Promise<Served> {
  const seen: string[] = [];
  const from: string[] = [];
  let connections = 0;
  let atOnce = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming.url ?? "");
    from.push(incoming.socket.remoteAddress ?? "");
    atOnce++;
    most = Math.max(most, atOnce);
    outgoing.on("close", () => atOnce--);
    incoming.resume().on("end", () => answer(incoming, outgoing));
  });
  server.on("connection", () => connections++);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, seen, from, connections: () => connections, mostAtOnce: () => most };
}

const order = (url: string, draft: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "POST",
  url: `${url}/orders?key=${SECRET}`,
  headers: { authorization: SECRET },
  body: `tag=A1&secret=${SECRET}`,
  channel: "order",
  egress: DIRECT,
  ...draft,
});

const failureOf = async (transport: HttpTransport, request: HttpRequest) => {
  const result = await transport.send(request);
  if (result.ok) throw new Error("expected a failure");
  expect(result.error.reason).toMatch(CODE_OR_WORDS);
  return result.error.kind;
};

describe("a request that never left", () => {
  it("for nobody listens", async () => {
    expect(await failureOf(aTransport(), order("http://127.0.0.1:1"))).toBe("never_sent");
  });

  it("for the name is unknown", async () => {
    expect(await failureOf(aTransport(), order("http://broker.invalid"))).toBe("never_sent");
  });

  it("for the local address is not ours", async () => {
    const { url } = await serve((_, outgoing) => outgoing.end("{}"));
    const egress = { localAddress: "192.0.2.1", proxyUrl: null };
    expect(await failureOf(aTransport(), order(url, { egress }))).toBe("never_sent");
  });

  it("for the other side never finishes the handshake", async () => {
    const port = await listen(createTcpServer((socket) => void socket.on("error", () => {})));
    expect(await failureOf(aTransport(), order(`https://127.0.0.1:${port}`))).toBe("never_sent");
  });

  it("for it was given up while it waited for the account's connection, and does not leave afterwards", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = aTransport({ timeouts: { orderMs: 2_000 } });
    const first = transport.send(order(server.url, { egress: OWN }));
    await expect.poll(() => held.length).toBe(1);
    const giveUp = new AbortController();
    const second = failureOf(transport, order(`${server.url}/late`, { egress: OWN, signal: giveUp.signal }));
    giveUp.abort();
    expect(await second).toBe("never_sent");
    held[0]?.end("{}");
    expect((await first).ok).toBe(true);
    const third = transport.send(order(`${server.url}/third`, { egress: OWN }));
    await expect.poll(() => held.length).toBe(2);
    held[1]?.end("{}");
    expect((await third).ok).toBe(true);
    expect(server.seen.filter((path) => path.startsWith("/late"))).toEqual([]);
  });

  it("for its time was over before the connection stood", async () => {
    const port = await listen(createTcpServer((socket) => void socket.on("error", () => {})));
    const transport = aTransport({ timeouts: { connectMs: 5_000, orderMs: 60 } });
    const result = await transport.send(order(`https://127.0.0.1:${port}`));
    expect(result).toEqual({ ok: false, error: { kind: "never_sent", reason: "timeout" } });
  });

  it("for the caller had given up already", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    expect(await failureOf(aTransport(), order(url, { signal: AbortSignal.abort() }))).toBe("never_sent");
    expect(seen).toEqual([]);
  });
});

describe("a request whose answer is lost", () => {
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
    "it is packed in a way nobody knows": (_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": "zpaq" }).end("x"),
  };

  it.each(Object.keys(endings))("because %s", async (name) => {
    const { url, seen } = await serve(endings[name] as Serve);
    expect(await failureOf(aTransport(), order(url, { replyMax: 1_000 }))).toBe("lost");
    expect(seen).toHaveLength(1);
  });

  it("because the caller gave up in the middle", async () => {
    const { url, seen } = await serve(() => {});
    const giveUp = new AbortController();
    const failure = failureOf(aTransport(), order(url, { signal: giveUp.signal }));
    await expect.poll(() => seen.length).toBe(1);
    giveUp.abort();
    expect(await failure).toBe("lost");
  });

  it("is never sent again by itself", async () => {
    const { url, seen } = await serve((incoming) => incoming.socket.destroy());
    const transport = aTransport();
    for (const method of ["POST", "PUT", "DELETE", "GET"] as const)
      expect(await failureOf(transport, order(url, { method }))).toBe("lost");
    await wait(30);
    expect(seen).toHaveLength(4);
  });
});

describe("never_sent", () => {
  it("is never said of a request that arrived, whatever the broker does and whenever the caller gives up", async () => {
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
    const transport = aTransport({ timeouts: { orderMs: 40 } });
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

describe("connections", () => {
  it("an account with an address of its own has one, used by one request at a time, warmed before", async () => {
    const server = await serve((_, outgoing) => void setTimeout(() => outgoing.end("{}"), 3));
    const transport = aTransport({ timeouts: { orderMs: 2_000 } });
    await transport.warm(`${server.url}/`, OWN);
    expect(server.connections()).toBe(1);
    const sent = Array.from({ length: 6 }, () => transport.send(order(server.url, { egress: OWN })));
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    expect([server.connections(), server.mostAtOnce()]).toEqual([1, 1]);
  });

  it("reads share a pool that does not wait for orders", async () => {
    const server = await serve((incoming, outgoing) => {
      if (incoming.url?.startsWith("/orders")) return;
      outgoing.end("[]");
    });
    const transport = aTransport();
    const stuck = failureOf(transport, order(server.url, { egress: OWN }));
    const read = await transport.send({ ...order("", { egress: OWN }), url: `${server.url}/book`, channel: "read" });
    expect(read).toMatchObject({ ok: true, value: { status: 200, body: "[]" } });
    expect(await stuck).toBe("lost");
  });

  it.runIf(platform() === "linux")(
    "of orders leave from the account's local address, reads from anywhere",
    async () => {
      const server = await serve((_, outgoing) => outgoing.end("{}"));
      const transport = aTransport();
      for (const localAddress of ["127.0.0.2", "127.0.0.3"])
        await transport.send(order(server.url, { egress: { localAddress, proxyUrl: null } }));
      await transport.send(
        order(server.url, { channel: "read", egress: { localAddress: "127.0.0.2", proxyUrl: "http://127.0.0.1:1" } }),
      );
      expect(server.from).toEqual(["127.0.0.2", "127.0.0.3", "127.0.0.1"]);
    },
  );

  it("are asked for before each send whether this is the moment", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const transport = aTransport({
      guard: () => {
        throw new Error("a transaction is open");
      },
    });
    await expect(transport.send(order(url))).rejects.toThrow("a transaction is open");
    expect(seen).toEqual([]);
  });

  it("end with the transport", async () => {
    const { url } = await serve(() => {});
    const transport = aTransport();
    const pending = failureOf(transport, order(url, { egress: OWN }));
    await wait(20);
    await transport.close();
    expect(await pending).toBe("lost");
  });
});

describe("a proxy", () => {
  /** Tunnels by CONNECT, or refuses with a status. */
  async function aProxy(refusal: number | null = null) {
    const tunnels: string[] = [];
    const from: string[] = [];
    const proxy = createServer();
    proxy.on("connect", (incoming, socket) => {
      tunnels.push(incoming.url ?? "");
      from.push(incoming.socket.remoteAddress ?? "");
      socket.on("error", () => {});
      if (refusal !== null) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      const [host = "", port] = (incoming.url ?? "").split(":");
      const onward = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
    });
    return { proxyUrl: `http://127.0.0.1:${await listen(proxy)}`, tunnels, from };
  }

  it("carries the account's calls", async () => {
    const server = await serve((_, outgoing) => outgoing.end('{"ok":1}'));
    const { proxyUrl, tunnels } = await aProxy();
    const transport = aTransport();
    const egress = { localAddress: null, proxyUrl };
    for (let n = 0; n < 2; n++)
      expect(await transport.send(order(server.url, { egress }))).toMatchObject({
        ok: true,
        value: { body: '{"ok":1}' },
      });
    expect(tunnels).toEqual([server.url.replace("http://", "")]);
    expect(server.connections()).toBe(1);
  });

  it.runIf(platform() === "linux")("is reached from the account's local address", async () => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const { proxyUrl, from } = await aProxy();
    await aTransport().send(order(server.url, { egress: { localAddress: "127.0.0.4", proxyUrl } }));
    expect(from).toEqual(["127.0.0.4"]);
  });

  it.each([407, 502])("that refuses with %i has sent nothing on", async (status) => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const { proxyUrl } = await aProxy(status);
    const egress = { localAddress: null, proxyUrl };
    expect(await failureOf(aTransport(), order(server.url, { egress }))).toBe("never_sent");
    expect(server.seen).toEqual([]);
  });

  it("that is away has sent nothing on", async () => {
    const egress = { localAddress: null, proxyUrl: "http://127.0.0.1:1" };
    expect(await failureOf(aTransport(), order("http://127.0.0.1:2", { egress }))).toBe("never_sent");
  });
});

describe("a reply", () => {
  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const)("packed with %s is unpacked", async (encoding, pack) => {
    const { url } = await serve((_, outgoing) =>
      outgoing.writeHead(200, { "content-encoding": encoding }).end(pack("tradingsymbol\nSBIN")),
    );
    const reply = await aTransport().send(order(url));
    expect(reply).toMatchObject({ ok: true, value: { body: "tradingsymbol\nSBIN" } });
  });

  it("is handed over whatever its status is, and redirects are not followed", async () => {
    const statuses = [200, 302, 403, 429, 500, 503];
    const { url, seen } = await serve((incoming, outgoing) =>
      outgoing.writeHead(Number(incoming.url?.slice(1, 4)), { location: "/elsewhere" }).end("said"),
    );
    const transport = aTransport();
    for (const status of statuses) {
      const reply = await transport.send(order("", { url: `${url}/${status}` }));
      expect(reply).toMatchObject({ ok: true, value: { status, body: "said" } });
    }
    expect(seen).toHaveLength(statuses.length);
  });
});
