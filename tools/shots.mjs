// npm run shots: photographs of every screen into shots/, from the server at SHOTS_URL or from one of its own.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { at, Refusal, ROOT, runTool } from "./lib/checkout.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { readEnvironment } from "./lib/env-file.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { chooseRuntime } from "./lib/runtime.mjs";

const START_TIMEOUT_MS = 180_000;

await runTool(async () => {
  ensureInstalled();
  const env = readEnvironment();
  const runtime = chooseRuntime();
  const chromium = ensureChromium({ runtime, env });
  if (chromium === null) throw new Refusal("There is no Chromium: name one with CHROMIUM.");
  const server = env["SHOTS_URL"] ? null : await startServer(env);
  const url = server?.url ?? env["SHOTS_URL"];
  try {
    const { status } = spawnSync(runtime, [at("e2e/shots/main.ts"), ...process.argv.slice(2)], {
      cwd: ROOT,
      env: { ...env, SHOTS_URL: url, CHROMIUM: chromium },
      stdio: ["ignore", "inherit", "inherit"],
    });
    return status ?? 1;
  } finally {
    await server?.stop();
  }
});

/**
 * A sandbox of its own in a folder of its own, gone afterwards.
 * @param {NodeJS.ProcessEnv} env
 */
async function startServer(env) {
  const port = await findFreePort();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-shots-"));
  const child = spawn(process.execPath, [at("tools/start.mjs")], {
    cwd: ROOT,
    env: { ...env, MODE: "sandbox", PORT: String(port), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGINT");
    await ended;
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, stop };
}

/** @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, null>} child */
function waitUntilReady(child) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Refusal("The server did not become ready; start it by hand and pass SHOTS_URL."));
    const timer = setTimeout(fail, START_TIMEOUT_MS);
    child.once("exit", fail);
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.includes("ready on ")) return;
      clearTimeout(timer);
      child.off("exit", fail);
      resolve(undefined);
    });
  });
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
