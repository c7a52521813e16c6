import { setTimeout as sleep } from "node:timers/promises";
import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import { judge, type Row } from "../report.ts";

/** A Saturday without trading: eight hours of the market clock pass in four minutes. */
const CLOCK = "2026-11-21T08:00:00+05:30@120";
const IDLE_MINUTES = 4;
const SETTLING_MS = 60_000;
/** What compiled code and caches may take; a leak grows with the hours. */
const GROWTH_MAX_MB = 5;

async function openInspector(port: number) {
  const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(pages[0]?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let id = 0;
  return {
    call(method: string): Promise<{ usedSize?: number }> {
      const asked = ++id;
      const { promise, resolve } = Promise.withResolvers<{ usedSize?: number }>();
      socket.addEventListener("message", function answer({ data }) {
        const message = JSON.parse(String(data)) as { id?: number; result?: { usedSize?: number } };
        if (message.id !== asked) return;
        socket.removeEventListener("message", answer);
        resolve(message.result ?? {});
      });
      socket.send(JSON.stringify({ id: asked, method }));
      return promise;
    },
    close: () => socket.close(),
  };
}

async function heapOf(inspector: Awaited<ReturnType<typeof openInspector>>): Promise<number> {
  await inspector.call("HeapProfiler.collectGarbage");
  const { usedSize = Number.NaN } = await inspector.call("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

export async function measureHeapGrowth(): Promise<Row> {
  const data = makeDataDir();
  const port = await freePort();
  const own = { DATA_DIR: data.path, PORT: "0", SANDBOX_CLOCK: CLOCK, SANDBOX_ACCOUNTS: "0", LOG_LEVEL: "error" };
  const env = { ...own, HOME: process.env["HOME"], NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
  const server = await startChild("apps/server/src/main/server.ts", [], env);
  try {
    const inspector = await openInspector(port);
    await sleep(SETTLING_MS);
    const before = await heapOf(inspector);
    await sleep(IDLE_MINUTES * 60_000);
    const after = await heapOf(inspector);
    inspector.close();
    const beside = `${before.toFixed(1)} to ${after.toFixed(1)} MB`;
    return judge(
      "idle: heap, MB more after 8 hours of a closed market",
      after - before,
      { atMost: GROWTH_MAX_MB },
      beside,
    );
  } finally {
    await server.stop();
    data.remove();
  }
}
