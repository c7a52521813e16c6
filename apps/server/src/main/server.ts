import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startProduct } from "../compose/product.ts";
import { readConfig } from "../platform/config/config.ts";
import { toStartFault } from "./start-fault.ts";

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

try {
  const config = readConfig(process.env);
  const product = await startProduct(config);
  const { port } = new URL(product.address);
  const record = join(config.dataDir, "server.json");
  if (config.databaseUrl === null) writeFileSync(record, JSON.stringify({ pid: process.pid, port: Number(port) }));
  let isStopping = false;
  const stop = async () => {
    // Ctrl-C arrives twice: from the terminal and from the starter.
    if (isStopping) return;
    isStopping = true;
    await product.close();
    rmSync(record, { force: true });
    process.exit(0);
  };
  for (const signal of stopSignals) process.on(signal, () => void stop());
  console.log(`ready on http://localhost:${port}`);
} catch (cause) {
  console.error(toStartFault(cause));
  process.exit(1);
}
