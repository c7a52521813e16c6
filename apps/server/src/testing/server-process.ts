import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const SERVER = path.resolve(import.meta.dirname, "../main/server.ts");

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
  ready(): Promise<string>;
}

/** The server as an operator starts it: its own process with only these settings. */
export function startServerProcess(env: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [SERVER], {
    env: { LOG_LEVEL: "warn", SANDBOX_ACCOUNTS: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const addressOf = () => /^ready on (http:\S+)$/m.exec(output.stdout)?.[1];
  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    async ready() {
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      while (addressOf() === undefined && !hasEnded) await Promise.race([once(child.stdout, "data"), ended]);
      const address = addressOf();
      if (address === undefined) throw new Error(`the server ended before it was ready: ${output.stderr}`);
      return address;
    },
  };
}

/** A data folder that another user can traverse: as root, PostgreSQL runs as one. */
export function makeDataFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-server-"));
  fs.chmodSync(folder, 0o755);
  return folder;
}
