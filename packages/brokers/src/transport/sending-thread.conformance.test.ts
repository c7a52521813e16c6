import { spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import type { ServerResponse } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { createServer as createTcpServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import threads, { type Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { epochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DIRECT, listen, OWN, order, serve } from "../conformance/http-fixture.ts";
import { aThread, ENDED, failed, replied } from "../conformance/sending-thread-fixture.ts";
import type { ToThread } from "./sending-rows.ts";

const inMs = (durationMs: number) => epochMs(Date.now() + durationMs);

describe("a sending thread", () => {
  it("starts with the first call and serves all networks", async () => {
    const { url } = await serve((_, outgoing) => outgoing.end("{}"));
    const { workers, aTransport } = aThread();
    const transports = [aTransport(), aTransport()];
    await nextTurn();
    expect(workers).toEqual([]);
    for (const transport of transports) expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(workers).toHaveLength(1);
  });

  it("answers thousands of calls, each once and with its own reply", async () => {
    const { url, seen } = await serve((incoming, outgoing) => outgoing.end(`answer to ${incoming.url}`));
    const { aTransport } = aThread();
    const transport = aTransport();
    const paths = Array.from({ length: 3_000 }, (_, n) => `/${n}`);
    const answers = await Promise.all(paths.map((path) => transport.send(order("", { url: `${url}${path}` }))));
    expect(answers).toEqual(paths.map((path) => replied(`answer to ${path}`)));
    expect(seen.toSorted()).toEqual(paths.toSorted());
  });

  it("receives calls in batches, neither one by one nor only at the end", async () => {
    const { url } = await serve((_, outgoing) => outgoing.end("{}"));
    const { last, aTransport } = aThread();
    const transport = aTransport();
    await transport.send(order(url));
    const posted = vi.spyOn(last(), "postMessage");
    await Promise.all(Array.from({ length: 50 }, () => transport.send(order(url))));
    expect(posted.mock.calls.map(([message]) => (message as ToThread).calls.length)).toEqual([32, 18]);
  });

  it("returns large replies, compressed or not, unchanged", async () => {
    const text = '₹ 1,000 to \u{1f4c8} \\ " \n'.repeat(100_000);
    const { url } = await serve((incoming, outgoing) => {
      if (incoming.url === "/plain") outgoing.end(text);
      else outgoing.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(text));
    });
    const { aTransport } = aThread();
    const transport = aTransport();
    for (const path of ["/packed", "/plain"]) {
      const answer = await transport.send(order("", { url: `${url}${path}`, channel: "read" }));
      expect(answer.ok && answer.value.body === text).toBe(true);
    }
  });

  it("keeps each network's connect timeout", async () => {
    const port = await listen(createTcpServer((socket) => void socket.on("error", () => {})));
    const { aTransport } = aThread();
    const [hurried, patient] = [aTransport({ connectMs: 20 }), aTransport()];
    const waiting = patient.send(order(`https://127.0.0.1:${port}`));
    const result = await hurried.send(order(`https://127.0.0.1:${port}`));
    expect(result).toEqual(failed("never_sent", "UND_ERR_CONNECT_TIMEOUT"));
    await patient.close();
    expect(await waiting).toEqual(failed("never_sent", "UND_ERR_DESTROYED"));
  });

  it("keeps the time limit of a call", async () => {
    const { url } = await serve(() => {});
    const { aTransport } = aThread();
    const result = await aTransport({ orderMs: 30 }).send(order(url));
    expect(result).toEqual(failed("lost", "timeout", { isReset: true }));
  });
});

describe("the deadline of an order", () => {
  it("ends the order's call when it passes while the thread starts", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { aTransport } = aThread();
    expect(await aTransport().send(order(url, { notAfter: inMs(1) }))).toEqual(failed("never_sent", "too late"));
    expect(seen).toEqual([]);
  });

  it("ends only that order's call when it passes in the thread's queue", async () => {
    const held: ServerResponse[] = [];
    const server = await serve((_, outgoing) => void held.push(outgoing));
    const { aTransport } = aThread();
    const transport = aTransport();
    const send = (path: string, leftMs: number) =>
      transport.send(order("", { url: `${server.url}/${path}`, egress: OWN, notAfter: inMs(leftMs) }));
    const first = [send("first", 600_000), send("first", 600_000)];
    await expect.poll(() => held.length).toBe(2);
    const [patient, hurried] = [send("patient", 600_000), send("hurried", 20)];
    expect(await hurried).toEqual(failed("never_sent", "too late"));
    for (const outgoing of held) outgoing.end("{}");
    await expect.poll(() => held.length).toBe(3);
    held[2]?.end("{}");
    expect(await Promise.all([...first, patient])).toEqual([replied("{}"), replied("{}"), replied("{}")]);
    expect(server.seen).toEqual(["/first", "/first", "/patient"]);
  });
});

describe("an aborted call", () => {
  it("never reaches the thread when it is aborted in the same tick as its request", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { last, aTransport } = aThread();
    const transport = aTransport();
    await transport.send(order(url));
    const posted = vi.spyOn(last(), "postMessage");
    const controller = new AbortController();
    const givenUp = transport.send(order(url, { signal: controller.signal }));
    const other = transport.send(order(url));
    controller.abort();
    expect(await givenUp).toEqual(failed("never_sent", "aborted"));
    expect(posted).not.toHaveBeenCalled();
    expect(await other).toEqual(replied("{}"));
    expect(posted.mock.calls.flatMap(([message]) => (message as ToThread).calls)).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });

  it("never reaches the thread while it starts, and is answered at once", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { last, aTransport } = aThread();
    const transport = aTransport();
    const controller = new AbortController();
    const givenUp = transport.send(order(url, { signal: controller.signal }));
    const other = transport.send(order(url));
    await nextTurn();
    const posted = vi.spyOn(last(), "postMessage");
    controller.abort();
    expect(await givenUp).toEqual(failed("never_sent", "aborted"));
    expect(await other).toEqual(replied("{}"));
    expect(posted.mock.calls.flatMap(([message]) => (message as ToThread).calls)).toHaveLength(1);
    expect(seen).toHaveLength(1);
  });

  it("is lost after it has begun, and its connection is reset", async () => {
    const { url, seen } = await serve(() => {});
    const { aTransport } = aThread();
    const controller = new AbortController();
    const givenUp = aTransport().send(order(url, { signal: controller.signal }));
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    expect(await givenUp).toEqual(failed("lost", "aborted", { isReset: true }));
  });

  it("gets its reply when the reply is already on the way", async () => {
    const { url } = await serve((_, outgoing) => outgoing.end("{}"));
    const { last, aTransport } = aThread();
    const transport = aTransport();
    await transport.send(order(url));
    const controller = new AbortController();
    last().prependOnceListener("message", () => controller.abort());
    expect(await transport.send(order(url, { signal: controller.signal }))).toEqual(replied("{}"));
    expect(await transport.send(order(url))).toEqual(replied("{}"));
  });

  it("leaves no listener on its signal, however it ended", async () => {
    const { url, seen } = await serve((incoming, outgoing) => {
      if (!incoming.url?.startsWith("/hang")) outgoing.end("{}");
    });
    const { last, aTransport } = aThread();
    const transport = aTransport();
    const { signal } = new AbortController();
    await transport.send(order(url, { signal }));
    await transport.send(order("http://127.0.0.1:1", { signal }));
    const hanging = transport.send(order(`${url}/hang`, { signal }));
    await expect.poll(() => seen.length).toBe(2);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await last().terminate();
    await hanging;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a thread that ends unexpectedly", () => {
  const endings = [
    ["it was ended", (worker: Worker) => void worker.terminate(), /^it ended by itself$/],
    ["it broke", (worker: Worker) => worker.postMessage(null), /null/],
  ] as const;

  it.each(endings)(
    "because %s has lost the calls it received, without a proof, and is reported",
    async (_, end, why) => {
      const { url, seen } = await serve((incoming, outgoing) => {
        if (!incoming.url?.startsWith("/hang")) outgoing.end("{}");
      });
      const { workers, broken, last, aTransport } = aThread();
      const [one, other] = [aTransport(), aTransport()];
      const hanging = [one, other].map((transport) => transport.send(order(`${url}/hang`, { egress: OWN })));
      await expect.poll(() => seen.length).toBe(2);
      end(last());
      const lost = failed("lost", ENDED, { isReset: false });
      expect(await Promise.all(hanging)).toEqual([lost, lost]);
      expect(await one.send(order(url))).toEqual(replied("{}"));
      expect(await other.send(order(url))).toEqual(replied("{}"));
      expect(workers).toHaveLength(2);
      expect(broken).toEqual([{ why: expect.stringMatching(why), lost: 2 }]);
      expect(seen).toHaveLength(4);
    },
  );

  it("leaves calls that it did not receive unsent", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { last, broken, aTransport } = aThread();
    const transport = aTransport();
    await transport.send(order(url));
    let unposted: Promise<unknown> | null = null;
    last().prependOnceListener("exit", () => {
      unposted = transport.send(order(url));
    });
    await last().terminate();
    expect(await unposted).toEqual(failed("never_sent", ENDED));
    expect(broken).toMatchObject([{ lost: 0 }]);
    expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(seen).toHaveLength(2);
  });

  it("before it has started leaves every call unsent", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { workers, aTransport } = aThread();
    const transport = aTransport();
    process.once("worker", (worker) => void worker.terminate());
    expect(await transport.send(order(url))).toEqual(failed("never_sent", ENDED));
    expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(workers).toHaveLength(2);
    expect(seen).toHaveLength(1);
  });

  it("or cannot be created leaves every call unsent", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const { aTransport } = aThread();
    const transport = aTransport();
    const refused = vi.spyOn(threads, "Worker").mockImplementation(
      class {
        constructor() {
          throw new Error("no memory for another thread");
        }
      } as never,
    );
    syncBuiltinESMExports();
    const result = await transport.send(order(url));
    refused.mockRestore();
    syncBuiltinESMExports();
    expect(result).toEqual(failed("never_sent", "no sending thread"));
    expect(await transport.send(order(url))).toEqual(replied("{}"));
    expect(seen).toHaveLength(1);
  });

  it("can still be closed", async () => {
    const { url, seen } = await serve(() => {});
    const { thread, last, aTransport } = aThread();
    const transport = aTransport();
    const hanging = transport.send(order(url));
    await expect.poll(() => seen.length).toBe(1);
    const closings = [transport.close(), thread.close()];
    last().postMessage(null);
    await Promise.all(closings);
    expect((await hanging).ok).toBe(false);
  });
});

describe("closing", () => {
  it("one network leaves the calls of another alone", async () => {
    const held: ServerResponse[] = [];
    const { url } = await serve((_, outgoing) => void held.push(outgoing));
    const { aTransport } = aThread();
    const [one, other] = [aTransport(), aTransport()];
    const [ended, kept] = [one.send(order(url)), other.send(order(url))];
    await expect.poll(() => held.length).toBe(2);
    const unposted = [one, other].map((transport) => transport.send(order(url)));
    const closings = [one.close(), one.close()];
    const afterwards = one.send(order(url));
    await Promise.all(closings);
    expect(await ended).toMatchObject({ ok: false, error: { kind: "lost" } });
    expect(await unposted[0]).toEqual(failed("never_sent", "closed"));
    await expect.poll(() => held.length).toBe(4);
    for (const outgoing of held) outgoing.end("{}");
    expect(await Promise.all([kept, unposted[1], afterwards])).toEqual([replied("{}"), replied("{}"), replied("{}")]);
  });

  it("the thread ends calls in flight, and no further call is sent", async () => {
    const { url, seen } = await serve(() => {});
    const { thread, workers, broken, last, aTransport } = aThread();
    const transport = aTransport();
    const hanging = Array.from({ length: 4 }, () => transport.send(order(url, { egress: OWN })));
    await expect.poll(() => seen.length).toBe(2);
    const exited = once(last(), "exit");
    const unposted = transport.send(order(url, { egress: OWN }));
    const closing = thread.close();
    expect(await unposted).toEqual(failed("never_sent", "closed"));
    await closing;
    await exited;
    const kinds = (await Promise.all(hanging)).map((result) => (result.ok ? "ok" : result.error.kind));
    expect(kinds.toSorted()).toEqual(["lost", "lost", "never_sent", "never_sent"]);
    expect(await transport.send(order(url))).toEqual(failed("never_sent", "closed"));
    await transport.close();
    expect(broken).toEqual([]);
    expect(workers).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });

  it("a thread that never started starts none", async () => {
    const { thread, workers, aTransport } = aThread();
    await aTransport().close();
    await thread.close();
    await nextTurn();
    expect(workers).toEqual([]);
  });
});

describe("a process with a sending thread", () => {
  async function run(script: string): Promise<string> {
    const module = new URL("./sending-thread.ts", import.meta.url).href;
    const start = `import { createSendingThread } from "${module}"; const network = createSendingThread().openNetwork(1e6);`;
    const child = spawn(process.execPath, ["-e", `${start} ${script}`], { stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return (await child.stdout.setEncoding("utf8").toArray()).join("");
  }

  const outgoingTo = (origin: string) =>
    JSON.stringify({
      channel: "entry",
      egress: DIRECT,
      origin,
      path: "/",
      method: "GET",
      headers: {},
      body: null,
      startMs: HOUR_MS,
      replyMs: HOUR_MS,
      replyMax: 1_000,
      notAfter: null,
      signal: null,
    });

  it("waits for an answer, and not for an idle thread", async () => {
    const { url } = await serve((_, outgoing) => void setTimeout(() => outgoing.end("the answer"), 50));
    const script = `console.log((await network.exchange(${outgoingTo(url)})).value.body);`;
    expect(await run(script)).toBe("the answer\n");
  });

  it("does not wait for a thread whose last call was aborted before it reached the thread", async () => {
    const { url, seen } = await serve((_, outgoing) => outgoing.end("{}"));
    const script = `await network.exchange(${outgoingTo(url)});
      const controller = new AbortController();
      const answer = network.exchange({ ...${outgoingTo(url)}, signal: controller.signal });
      controller.abort();
      console.log((await answer).error.reason);`;
    expect(await run(script)).toBe("aborted\n");
    expect(seen).toHaveLength(1);
  });
});
