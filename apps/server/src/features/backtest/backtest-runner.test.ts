import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { istDate } from "@vriddhi/core/time/ist";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { failures } from "./backtest.messages.ts";
import { createBacktestRunner } from "./backtest-runner.ts";

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "vriddhi-runner-"));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const log = createLogger("debug", () => undefined);
const request = {
  strategy: "sma",
  symbols: ["SBIN"],
  from: istDate("2025-01-01"),
  to: istDate("2025-12-31"),
  capital: 100_000,
  fill: "close",
  data: null,
} as const;

function run(code: string, onProgress: (share: number) => void = () => undefined) {
  const script = path.join(folder, `script-${fs.readdirSync(folder).length}.mjs`);
  fs.writeFileSync(script, code);
  return createBacktestRunner({ script, cacheFolder: folder, log })(request, { kind: "synthetic" }, onProgress);
}
const failureOf = async (code: string) => {
  const outcome = await run(code).outcome;
  return outcome.ok ? null : outcome.error;
};

describe("the back-test process", () => {
  it("the back-test process gets its input on the command line, none of our environment, and a low priority", async () => {
    const failure = await failureOf(`import os from "node:os";
      console.error(JSON.stringify([process.argv.slice(2), Object.keys(process.env), os.getPriority() >= 10]));
      process.exitCode = 1;`);
    expect(JSON.parse(failure ?? "")).toEqual([
      [
        "--strategy=sma",
        "--symbols=SBIN",
        "--from=2025-01-01",
        "--to=2025-12-31",
        "--capital=100000",
        "--fill=close",
        `--cache=${folder}`,
        "--synthetic",
        "--json",
      ],
      [],
      true,
    ]);
  });

  it("the back-test process reports its progress", async () => {
    const progress: number[] = [];
    await run(`console.error("progress 0.10\\nprogress 0.55\\nprogress 7\\nprogress 1.00")`, (share) =>
      progress.push(share),
    ).outcome;
    expect(progress).toEqual([0.1, 0.55, 1]);
  });

  it.each([
    ["no JSON", `console.log("figures")`, failures.unreadable],
    ["other figures than the page knows", `console.log("{}")`, failures.unreadable],
    ["a crash", `throw new Error("of ours")`, failures.ended],
    ["a signal from elsewhere", `process.kill(process.pid, "SIGKILL")`, failures.ended],
    ["more than can be shown", `process.stdout.write("x".repeat(9 << 20))`, failures.tooMuch],
  ])("a back-test process that ends with %s is a failure with a sentence", async (_, code, sentence) => {
    expect(await failureOf(code)).toBe(sentence);
  });

  it("a cancellation kills the back-test process at once", async () => {
    let isRunning = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      isRunning = resolve;
    });
    const work = run(`console.error("progress 0.01"); for (;;);`, () => isRunning());
    await begun;
    work.cancel();
    expect(await work.outcome).toEqual({ ok: false, error: failures.ended });
  });
});
