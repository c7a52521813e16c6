import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

export const ROOT = path.resolve(import.meta.dirname, "../../..");
const READY = /^ready on (http:\S+)$/;
/** The first start installs nothing but may build the web. */
const READY_LIMIT_MS = 900_000;

export interface Child {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startChild(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Child> {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await readyAddress(child, script);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function readyAddress(child: ChildProcess, script: string): Promise<string> {
  if (!child.stdout) throw new Error("the child has no output to read");
  const tooLate = setTimeout(() => child.kill("SIGKILL"), READY_LIMIT_MS);
  try {
    for await (const line of createInterface(child.stdout)) {
      const address = READY.exec(line)?.[1];
      if (address === undefined) continue;
      child.stdout.resume();
      return address;
    }
  } finally {
    clearTimeout(tooLate);
  }
  throw new Error(`${script} ended before it was ready`);
}

/** A data folder that another user can pass through: as root, PostgreSQL runs as one. */
export function makeDataDir(): { readonly path: string; remove(): void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-"));
  fs.chmodSync(folder, 0o755);
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

export function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** The whole product as a user starts it, on its own port and temporary data folder. */
export async function startProductProcess(env: NodeJS.ProcessEnv = {}): Promise<Pick<Child, "url" | "stop">> {
  const data = makeDataDir();
  const { HOME, CI } = process.env;
  const own = {
    PORT: String(await freePort()),
    DATA_DIR: data.path,
    ADMIN_PASSWORD: "operator-password",
    LOG_LEVEL: "error",
    SANDBOX_ACCOUNTS: "0",
    HOME,
    CI,
  };
  try {
    const child = await startChild("tools/start.mjs", [], { ...own, ...env });
    return { url: child.url, stop: () => child.stop().finally(data.remove) };
  } catch (cause) {
    data.remove();
    throw cause;
  }
}
