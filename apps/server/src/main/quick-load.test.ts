import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "vriddhi-watch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quickLoad = pathToFileURL(join(import.meta.dirname, "quick-load.ts")).href;

/** What a thread of a watched process says first. */
function firstWordOf(entry: string): Promise<string> {
  writeFileSync(join(folder, "part.mjs"), "export const word = 'answer';");
  writeFileSync(
    join(folder, "thread.mjs"),
    "import { parentPort } from 'node:worker_threads'; import { word } from './part.mjs'; parentPort.postMessage(word);",
  );
  writeFileSync(
    join(folder, "entry.mjs"),
    `${entry}
    const { Worker } = await import("node:worker_threads");
    new Worker(new URL("./thread.mjs", import.meta.url)).once("message", (said) => {
      console.log("FIRST " + JSON.stringify(said));
    });`,
  );
  const flags = ["--watch", "--watch-preserve-output", `--watch-path=${folder}`];
  const watched = spawn(process.execPath, [...flags, join(folder, "entry.mjs")], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((resolve) => {
    let said = "";
    watched.stdout.on("data", (chunk) => {
      said += String(chunk);
      const [, first] = /FIRST (.+)/.exec(said) ?? [];
      if (first === undefined) return;
      watched.kill();
      resolve(first);
    });
  });
}

it("keeps the watch of npm run dev out of what threads say", { timeout: 120_000 }, async () => {
  expect(await firstWordOf("")).toContain("watch:import");
  expect(await firstWordOf(`await import(${JSON.stringify(quickLoad)});`)).toBe('"answer"');
});
