import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProduct } from "../compose/product.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { toStartFault } from "./start-fault.ts";

/** A dynamic import: live mode has no sandbox. */
async function startSandbox(config: Config) {
  const { startSandboxProcess } = await import("../compose/sandbox/sandbox-process.ts");
  return startSandboxProcess(config);
}

const BEAT_EVERY_MS = 1_000;

/** Reports readiness and a heartbeat every second to the supervisor, whose watchdog replaces a silent process. */
function reportToSupervisor(address: string): void {
  const report = (kind: "ready" | "beat") => {
    if (process.connected) process.send?.({ kind, address }, undefined, undefined, () => undefined);
  };
  report("ready");
  setInterval(() => report("beat"), BEAT_EVERY_MS).unref();
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs until it receives a stop signal. Calls `onReady` once it serves. */
export async function serve(onReady: () => void): Promise<void> {
  try {
    const config = readConfig(process.env);
    // Ctrl-C arrives twice, from the terminal and from the supervisor, and possibly before the start has finished.
    const stopRequested = new Promise<void>((resolve) => {
      for (const signal of stopSignals) process.on(signal, () => resolve());
      // A closed pipe means that the parent has ended without a signal; an unhandled error would leave the database
      // running.
      for (const stream of [process.stdout, process.stderr]) stream.on("error", () => resolve());
    });
    const product =
      config.role === "sandbox"
        ? await startSandbox(config)
        : await startProduct(config, { print: (line) => console.log(line) });
    const { port } = new URL(product.address);
    const record = join(config.dataDir, "server.json");
    const isWhole = config.databaseUrl === null && config.role !== "sandbox";
    if (isWhole) writeFileSync(record, JSON.stringify({ pid: process.pid, port: Number(port) }));
    console.log(`ready on http://localhost:${port}`);
    reportToSupervisor(product.address);
    onReady();
    await stopRequested;
    await product.close();
    if (isWhole) rmSync(record, { force: true });
    process.exit(0);
  } catch (cause) {
    console.error(toStartFault(cause));
    process.exit(1);
  }
}
