import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProduct } from "../compose/product.ts";
import { readConfig } from "../platform/config/config.ts";
import { toStartFault } from "./start-fault.ts";

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

try {
  const config = readConfig(process.env);
  // Ctrl-C arrives twice, from the terminal and from the starter, and perhaps before the start is through.
  const toldToStop = new Promise<void>((resolve) => {
    for (const signal of stopSignals) process.on(signal, () => resolve());
  });
  const product = await startProduct(config);
  const { port } = new URL(product.address);
  const record = join(config.dataDir, "server.json");
  if (config.databaseUrl === null) writeFileSync(record, JSON.stringify({ pid: process.pid, port: Number(port) }));
  console.log(`ready on http://localhost:${port}`);
  await toldToStop;
  await product.close();
  rmSync(record, { force: true });
  process.exit(0);
} catch (cause) {
  console.error(toStartFault(cause));
  process.exit(1);
}
