import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { ROOT } from "@vriddhi/testing/child-process";
import { ENGINE_FLAGS } from "../../tools/lib/engine-flags.mjs";

const TESTING = "apps/server/src/testing";

/** A PostgreSQL as the product runs it, in a process of its own. */
export async function startDatabase(folder: string) {
  const child = spawn(process.execPath, [path.join(ROOT, TESTING, "postgres-owner.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** A part of the product under load, in a process of its own: what it tells, line by line. */
export const runLoad = (script: string, args: readonly string[]): Promise<readonly unknown[]> =>
  runAlone(`${TESTING}/${script}`, args);

/** Any script in a process of its own, started as the product is: what it tells, line by line. */
export async function runAlone(script: string, args: readonly string[]): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, [...ENGINE_FLAGS, "--expose-gc", path.join(ROOT, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const told = (await text(child.stdout)).trim();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${code} after it had told ${told}`);
  return told.split("\n").map((line) => JSON.parse(line) as unknown);
}
