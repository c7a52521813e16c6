import { spawnSync } from "node:child_process";
import { createServer, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import { platform } from "node:os";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { later } from "@vriddhi/core/time/clock";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { aTransport, clock, failureOf, listen, OWN, order, serve, timers } from "../conformance/http-fixture.ts";
import { RELEASE_AFTER_MS } from "./connections.ts";
import { type NetworkSetup, setupHere, setupOn } from "./networks-fixture.ts";
import { createSendingThread } from "./sending-thread.ts";
import { createUndiciNetwork } from "./undici-network.ts";
import { createVirtualTimers } from "./virtual-timers-fixture.ts";

const thread = createSendingThread();
afterAll(() => thread.close());
const here = setupHere(aTransport, clock, timers);
const setups = [here, setupOn(thread, aTransport)];

describe.each(setups)("connections with $name", (setup) => {
  it("are opened ahead for an account with its own address: one for entries and one for exits", async () => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const transport = setup.aTransport();
    await transport.warm(`${server.url}/`, OWN);
    expect(server.connections()).toBe(2);
    for (const channel of ["entry", "exit", "entry", "exit"] as const)
      expect((await transport.send(order(server.url, { egress: OWN, channel }))).ok).toBe(true);
    expect(server.connections()).toBe(2);
  });

  it("are not all held by a hung entry: the next entry, exits and reads go on", async () => {
    const server = await serve((incoming, outgoing) => {
      if (!incoming.url?.startsWith("/hang")) outgoing.end("{}");
    });
    const transport = setup.aTransport();
    await transport.warm(`${server.url}/`, OWN);
    const hung = failureOf(transport, order(`${server.url}/hang`, { egress: OWN }));
    for (const channel of ["entry", "exit", "read"] as const)
      expect((await transport.send(order(server.url, { egress: OWN, channel }))).ok).toBe(true);
    setup.letTimeRunOut();
    expect(await hung).toBe("lost");
  });

  it("carry one request at a time, at most two per kind of order", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = setup.aTransport();
    const sent = Array.from({ length: 5 }, () => transport.send(order(server.url, { egress: OWN })));
    for (let answered = 0; answered < 5; answered++) {
      await expect.poll(() => held.length).toBeGreaterThan(answered);
      held[answered]?.end("{}");
    }
    expect((await Promise.all(sent)).every(({ ok }) => ok)).toBe(true);
    expect([server.connections(), server.mostAtOnce()]).toEqual([2, 2]);
  });

  it("of a shared address are not used for calls that were aborted while waiting", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const transport = setup.aTransport();
    const first = Array.from({ length: 64 }, () => transport.send(order(server.url)));
    await expect.poll(() => held.length).toBe(64);
    const giveUp = new AbortController();
    const calls = Array.from({ length: 200 }, () =>
      failureOf(transport, order(`${server.url}/calls`, { signal: giveUp.signal })),
    );
    const patient = Array.from({ length: 10 }, () => transport.send(order(`${server.url}/patient`)));
    giveUp.abort();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["never_sent"]));
    for (const outgoing of held) outgoing.end("{}");
    expect((await Promise.all(first)).every(({ ok }) => ok)).toBe(true);
    await expect.poll(() => held.length).toBe(74);
    for (const outgoing of held.slice(64)) outgoing.end("{}");
    expect((await Promise.all(patient)).every(({ ok }) => ok)).toBe(true);
    expect(server.seen.filter((path) => path.startsWith("/calls"))).toEqual([]);
    expect(server.connections()).toBe(64);
  });

  it("send the User-Agent", async () => {
    const agents: unknown[] = [];
    const server = await serve((incoming, outgoing) => {
      agents.push(incoming.headers["user-agent"]);
      outgoing.end("{}");
    });
    const transport = setup.aTransport();
    for (const channel of ["entry", "read"] as const) await transport.send(order(server.url, { channel }));
    expect(agents).toEqual(["Vriddhi/1.0", "Vriddhi/1.0"]);
  });

  it("use a pool for reads that does not wait for orders", async () => {
    const server = await serve((incoming, outgoing) => {
      if (incoming.url?.startsWith("/orders")) return;
      outgoing.end("[]");
    });
    const transport = setup.aTransport();
    const stuck = failureOf(transport, order(server.url, { egress: OWN }));
    const read = await transport.send({ ...order("", { egress: OWN }), url: `${server.url}/book`, channel: "read" });
    expect(read).toMatchObject({ ok: true, value: { status: 200, body: "[]" } });
    setup.letTimeRunOut();
    expect(await stuck).toBe("lost");
  });

  it.runIf(platform() === "linux")(
    "of orders leave from the account's local address, reads from anywhere",
    async () => {
      const server = await serve((_, outgoing) => outgoing.end("{}"));
      const transport = setup.aTransport();
      for (const localAddress of ["127.0.0.2", "127.0.0.3"])
        await transport.send(order(server.url, { egress: { localAddress, proxyUrl: null } }));
      await transport.send(
        order(server.url, { channel: "read", egress: { localAddress: "127.0.0.2", proxyUrl: "http://127.0.0.1:1" } }),
      );
      expect(server.from).toEqual(["127.0.0.2", "127.0.0.3", "127.0.0.1"]);
    },
  );

  it("call the guard before each send", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const transport = setup.aTransport({
      guard: () => {
        throw new Error("a transaction is open");
      },
    });
    await expect(transport.send(order(url))).rejects.toThrow("a transaction is open");
    expect(seen).toEqual([]);
  });

  it("end with the transport, and so do calls that wait for one", async () => {
    const { url, seen } = await serve(() => {});
    const transport = setup.aTransport();
    const pending = Array.from({ length: 5 }, () => failureOf(transport, order(url, { egress: OWN })));
    await expect.poll(() => seen.length).toBe(2);
    await transport.close();
    expect((await Promise.all(pending)).toSorted()).toEqual(["lost", "lost", "never_sent", "never_sent", "never_sent"]);
    expect(seen).toHaveLength(2);
  });
});

describe("connections", () => {
  it("queue an order up to its deadline, and count its start from its turn", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const virtual = createVirtualTimers(clock);
    const network = createUndiciNetwork({ connectMs: 60_000, timers: virtual, clock });
    const transport = aTransport({ network, timers: virtual, timeouts: { orderStartMs: 10, orderMs: 1_000 } });
    const inTime = (path: string, leftMs: number) =>
      transport.send(order(`${server.url}/${path}`, { egress: OWN, notAfter: later(clock.now(), leftMs) }));
    const first = [1, 2].map(() => inTime("first", 900));
    await expect.poll(() => held.length).toBe(2);
    const [patient, hurried] = [inTime("patient", 900), inTime("hurried", 50)];
    await virtual.advance(100);
    expect(await hurried).toEqual({ ok: false, error: { kind: "never_sent", reason: "too late" } });
    for (const outgoing of held) outgoing.end("{}");
    await expect.poll(() => held.length).toBe(3);
    held[2]?.end("{}");
    expect((await Promise.all([...first, patient])).every(({ ok }) => ok)).toBe(true);
    expect(server.seen.some((path) => path.startsWith("/hurried"))).toBe(false);
  });

  it("of an unused egress address are closed", async () => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const virtual = createVirtualTimers(clock);
    const network = createUndiciNetwork({ connectMs: 60_000, timers: virtual, clock });
    const transport = aTransport({ network });
    const use = (localAddress: string) =>
      transport.send(order(server.url, { egress: { localAddress, proxyUrl: null } }));
    await use("127.0.0.1");
    await use("127.0.0.2");
    expect(network.count()).toBe(2);
    await virtual.advance(RELEASE_AFTER_MS);
    await use("127.0.0.1");
    await virtual.advance(RELEASE_AFTER_MS);
    expect(network.count()).toBe(1);
    await virtual.advance(RELEASE_AFTER_MS);
    expect(network.count()).toBe(0);
    expect(virtual.waiting()).toBe(0);
    expect((await use("127.0.0.1")).ok).toBe(true);
  });
});

/** How the connection of an aborted request ended, seen from the server. */
async function endOfGivenUp(setup: NetworkSetup, listening: TcpServer, scheme: "http" | "https") {
  const ends: string[] = [];
  let hasRequest = false;
  listening.on(scheme === "https" ? "secureConnection" : "connection", (socket: Socket) => {
    socket
      .on("error", (error: Error & { code?: string }) => ends.push(error.code ?? ""))
      .on("end", () => ends.push("end"));
    socket.on("data", () => {
      hasRequest = true;
    });
  });
  const failure = setup.aTransport().send(order(`${scheme}://localhost:${await listen(listening)}`, { egress: OWN }));
  await expect.poll(() => hasRequest).toBe(true);
  setup.letTimeRunOut();
  const result = await failure;
  await expect.poll(() => ends.length).toBe(1);
  return { ends, result };
}

/** A key and a certificate for `localhost`, where openssl is available. */
function makeCertificate(): { readonly key: string; readonly cert: string } | null {
  const args = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -days 2 -subj /CN=localhost";
  const made = spawnSync("openssl", [...args.split(" "), "-addext", "subjectAltName=DNS:localhost"]);
  if (made.status !== 0) return null;
  const pem = made.stdout.toString("utf8");
  const cut = pem.indexOf("-----BEGIN CERTIFICATE");
  return { key: pem.slice(0, cut), cert: pem.slice(cut) };
}

const certificate = makeCertificate();

describe.each(setups)("with $name, the connection of an aborted request", (setup) => {
  const given = { ok: false, error: { kind: "lost", reason: setup.ranOut, isReset: true } };

  it("is reset, so that the kernel does not deliver the rest later", async () => {
    expect(await endOfGivenUp(setup, createTcpServer(), "http")).toEqual({ ends: ["ECONNRESET"], result: given });
  });

  it("that the server has ended is closed as well", async () => {
    const { url } = await serve((incoming) => incoming.socket.destroy());
    const result = await setup.aTransport().send(order(url));
    expect(result).toMatchObject({ error: { kind: "lost", isReset: true } });
  });
});

describe("the connection of an aborted request", () => {
  // The sending thread has its own trust store, so certificates set here do not reach it.
  it.runIf(certificate !== null)("is reset when it is encrypted, too", async () => {
    const before = getCACertificates();
    setDefaultCACertificates([...before, certificate?.cert ?? ""]);
    onTestFinished(() => setDefaultCACertificates(before));
    const server = createTlsServer({ key: certificate?.key ?? "", cert: certificate?.cert ?? "" });
    expect(await endOfGivenUp(here, server, "https")).toEqual({
      ends: ["ECONNRESET"],
      result: { ok: false, error: { kind: "lost", reason: "timeout", isReset: true } },
    });
  });
});

describe.each(setups)("with $name, a proxy", (setup) => {
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
    const transport = setup.aTransport();
    const egress = { localAddress: null, proxyUrl };
    for (let n = 0; n < 2; n++)
      expect(await transport.send(order(server.url, { egress }))).toMatchObject({
        ok: true,
        value: { body: '{"ok":1}' },
      });
    expect(new Set(tunnels)).toEqual(new Set([server.url.replace("http://", "")]));
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it.runIf(platform() === "linux")("is reached from the account's local address", async () => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const { proxyUrl, from } = await aProxy();
    await setup.aTransport().send(order(server.url, { egress: { localAddress: "127.0.0.4", proxyUrl } }));
    expect(from).toEqual(["127.0.0.4"]);
  });

  it("proves no reset: the proxy may hold bytes", async () => {
    const server = await serve(() => {});
    const { proxyUrl } = await aProxy();
    const failure = setup.aTransport().send(order(server.url, { egress: { localAddress: null, proxyUrl } }));
    await expect.poll(() => server.seen.length).toBe(1);
    setup.letTimeRunOut();
    expect(await failure).toEqual({ ok: false, error: { kind: "lost", reason: setup.ranOut, isReset: false } });
  });

  it.each([407, 502])("that refuses with %i has forwarded nothing", async (status) => {
    const server = await serve((_, outgoing) => outgoing.end("{}"));
    const { proxyUrl } = await aProxy(status);
    const egress = { localAddress: null, proxyUrl };
    expect(await failureOf(setup.aTransport(), order(server.url, { egress }))).toBe("never_sent");
    expect(server.seen).toEqual([]);
  });

  it("that is down has forwarded nothing", async () => {
    const egress = { localAddress: null, proxyUrl: "http://127.0.0.1:1" };
    expect(await failureOf(setup.aTransport(), order("http://127.0.0.1:2", { egress }))).toBe("never_sent");
  });
});
