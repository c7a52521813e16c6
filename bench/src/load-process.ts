import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { ROOT } from "@vriddhi/testing/child-process";
import { ENGINE_FLAGS } from "../../tools/lib/engine-flags.mjs";

const TESTING = "apps/server/src/testing";

/** A PostgreSQL with the product's settings in a separate process: Node and PostgreSQL only. */
export async function startDatabase(folder: string) {
  const child = spawn(process.execPath, [path.join(ROOT, TESTING, "postgres-owner.ts"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
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

export const runLoad = (script: string, args: readonly string[]): Promise<readonly unknown[]> =>
  runAlone(`${TESTING}/${script}`, args);

/** Any script in a separate process, started like the product: its output, line by line. */
export async function runAlone(script: string, args: readonly string[]): Promise<readonly unknown[]> {
  const child = spawn(process.execPath, [...ENGINE_FLAGS, "--expose-gc", path.join(ROOT, script), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const printed = (await text(child.stdout)).trim();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${script} ended with ${code} after it had printed ${printed}`);
  return printed.split("\n").map((line) => JSON.parse(line) as unknown);
}

/** CPU seconds of the fixed piece of work, at this moment. */
export async function bareSecond(): Promise<number> {
  const [{ seconds }] = (await runAlone("bench/src/bare-second.ts", [])) as [{ readonly seconds: number }];
  return seconds;
}

/** What `work` gives, and the mean of bare seconds before and after it: a machine's speed changes within minutes. */
export async function besideBareSeconds<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const before = await bareSecond();
  const result = await work();
  return [result, (before + (await bareSecond())) / 2];
}
