// A simulated broker with many logged-in clients, and beside it a bare server; a process of its own for bench-shell.ts.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { startBusyBroker } from "@vriddhi/sandbox/measure/busy-broker";

/** Each may place nine orders a second: together more than the machine can. */
const CLIENTS = 2_500;
const BULK = 50_000;

const folder = mkdtempSync(path.join(os.tmpdir(), "vriddhi-bench-journal-"));
const { baseUrl, sessions, price, openMany } = await startBusyBroker(CLIENTS, Date.now);
const journalled = await startBusyBroker(CLIENTS, Date.now, folder);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGTERM", () => process.exit(0));
const startedAt = performance.now();
openMany(BULK);
const bulkMs = performance.now() - startedAt;

/** Reads the request as JSON and answers JSON of the usual size: what any server must do. */
const bare = createServer((request, reply) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const asked = JSON.parse(Buffer.concat(chunks).toString("utf8")) as { tradingsymbol: string };
    const data = { script: asked.tradingsymbol, orderid: "261116000000123", uniqueorderid: "8f14e45f-ceea-4673-9d5d" };
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify({ status: true, message: "SUCCESS", errorcode: "", data }));
  });
});
await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
const place = { baseUrl: journalled.baseUrl, sessions: journalled.sessions, price: journalled.price };
process.send?.({ baseUrl, bareUrl, sessions, price, bulkMs, bulkCount: BULK, journalled: place });
