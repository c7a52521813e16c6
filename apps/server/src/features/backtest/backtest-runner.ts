import { type ChildProcess, spawn } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";
import { type BacktestResult, backtestResult } from "@vriddhi/contract/backtest";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Logger } from "../../platform/log/logger.ts";
import { failures } from "./backtest.messages.ts";
import type { BacktestRequest } from "./backtest-job.ts";
import type { BarSource } from "./bar-source.ts";

export interface RunningBacktest {
  readonly outcome: Promise<Result<BacktestResult, string>>;
  cancel(): void;
}

export type RunBacktest = (
  request: BacktestRequest,
  source: BarSource,
  onProgress: (share: number) => void,
) => RunningBacktest;

interface RunnerDeps {
  /** The command; `npm run backtest` starts the same. */
  readonly script: string;
  readonly cacheFolder: string;
  readonly log: Logger;
}

const LIMIT_MS = 30 * MINUTE_MS;
const OUTPUT_MAX_BYTES = 8 << 20;
const LAST_LINES = 5;
const PROGRESS = /^progress ([01]\.\d+)$/;
/** The exit code of a usage error: the text is for the user, not a fault of ours. */
const EXIT_USAGE = 1;

function argumentsOf(request: BacktestRequest, source: BarSource, cacheFolder: string): string[] {
  return [
    `--strategy=${request.strategy}`,
    `--symbols=${request.symbols.join(",")}`,
    `--from=${request.from}`,
    `--to=${request.to}`,
    `--capital=${request.capital}`,
    `--fill=${request.fill}`,
    `--cache=${cacheFolder}`,
    ...(source.kind === "files" ? [`--data=${source.folder}`] : ["--synthetic"]),
    "--json",
  ];
}

/** Yields the CPU to everything that trades. */
function lowerPriority({ pid }: ChildProcess, log: Logger): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch (cause) {
    log.debug({ err: cause }, "backtest: cannot lower the process priority");
  }
}

function readResult(text: string, log: Logger): Result<BacktestResult, string> {
  try {
    return ok(backtestResult.parse(JSON.parse(text)));
  } catch (cause) {
    log.error({ err: cause }, "backtest: unreadable result");
    return err(failures.unreadable);
  }
}

interface ChildOutput {
  readonly pieces: Buffer[];
  bytes: number;
  readonly lines: string[];
}

/** Collects the child's output; a child that writes too much is killed. */
function listen(child: ChildProcess, onProgress: (share: number) => void): ChildOutput {
  const output: ChildOutput = { pieces: [], bytes: 0, lines: [] };
  child.stdout?.on("data", (piece: Buffer) => {
    output.bytes += piece.length;
    if (output.bytes > OUTPUT_MAX_BYTES) child.kill("SIGKILL");
    else output.pieces.push(piece);
  });
  if (child.stderr === null) return output;
  createInterface({ input: child.stderr }).on("line", (line) => {
    const share = PROGRESS.exec(line)?.[1];
    if (share !== undefined) onProgress(Math.min(1, Number(share)));
    else output.lines.push(line);
    if (output.lines.length > LAST_LINES) output.lines.shift();
  });
  return output;
}

interface Ended extends ChildOutput {
  readonly code: number | null;
  /** The time limit ended it; the only other cause from here is the user's cancel. */
  readonly isTimedOut: boolean;
}

function failureOf({ code, bytes, lines, isTimedOut }: Ended): string {
  if (bytes > OUTPUT_MAX_BYTES) return failures.tooMuch;
  if (isTimedOut) return failures.tooLong;
  const [firstLine] = lines;
  return code === EXIT_USAGE && lines.length === 1 && firstLine !== undefined ? firstLine : failures.ended;
}

/** Runs each back-test in a child process, without the server's secrets in its environment. */
export function createBacktestRunner({ script, cacheFolder, log }: RunnerDeps): RunBacktest {
  return (request, source, onProgress) => {
    const child = spawn(process.execPath, [script, ...argumentsOf(request, source, cacheFolder)], {
      env: {},
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    lowerPriority(child, log);
    const output = listen(child, onProgress);
    let isCancelled = false;
    const outcome = new Promise<Result<BacktestResult, string>>((resolve) => {
      child.once("error", (cause) => {
        log.error({ err: cause }, "backtest: process did not start");
        resolve(err(failures.ended));
      });
      child.once("close", (code) => {
        const isWhole = code === 0 && output.bytes <= OUTPUT_MAX_BYTES;
        if (isWhole) return resolve(readResult(Buffer.concat(output.pieces).toString(), log));
        if (!isCancelled) log.warn({ code, said: output.lines }, "backtest: process ended without a result");
        resolve(err(failureOf({ ...output, code, isTimedOut: child.killed && !isCancelled })));
      });
    });
    function cancel(): void {
      isCancelled = true;
      child.kill("SIGKILL");
    }
    return { outcome, cancel };
  };
}
