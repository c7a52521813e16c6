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
  /** The figures, or the sentence that says why there are none. */
  readonly outcome: Promise<Result<BacktestResult, string>>;
  cancel(): void;
}

export type RunBacktest = (
  wish: BacktestRequest,
  source: BarSource,
  onProgress: (share: number) => void,
) => RunningBacktest;

interface RunnerDeps {
  /** The command that does the work; `npm run backtest` starts the same. */
  readonly script: string;
  readonly cacheFolder: string;
  readonly log: Logger;
}

const LIMIT_MS = 30 * MINUTE_MS;
const OUTPUT_MAX_BYTES = 8 << 20;
const LAST_LINES = 5;
const PROGRESS = /^progress ([01]\.\d+)$/;
/** What the command itself says to the person who started it, and not a fault of ours. */
const EXIT_USAGE = 1;

function argumentsOf(wish: BacktestRequest, source: BarSource, cacheFolder: string): string[] {
  return [
    `--strategy=${wish.strategy}`,
    `--symbols=${wish.symbols.join(",")}`,
    `--from=${wish.from}`,
    `--to=${wish.to}`,
    `--capital=${wish.capital}`,
    `--fill=${wish.fill}`,
    `--cache=${cacheFolder}`,
    ...(source.kind === "files" ? [`--data=${source.folder}`] : ["--synthetic"]),
    "--json",
  ];
}

/** It yields to everything that trades. */
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

interface Heard {
  readonly pieces: Buffer[];
  bytes: number;
  readonly lines: string[];
}

/** Collects what the child writes; a child that writes too much is ended. */
function listen(child: ChildProcess, onProgress: (share: number) => void): Heard {
  const heard: Heard = { pieces: [], bytes: 0, lines: [] };
  child.stdout?.on("data", (piece: Buffer) => {
    heard.bytes += piece.length;
    if (heard.bytes > OUTPUT_MAX_BYTES) child.kill("SIGKILL");
    else heard.pieces.push(piece);
  });
  if (child.stderr === null) return heard;
  createInterface({ input: child.stderr }).on("line", (line) => {
    const share = PROGRESS.exec(line)?.[1];
    if (share !== undefined) onProgress(Math.min(1, Number(share)));
    else heard.lines.push(line);
    if (heard.lines.length > LAST_LINES) heard.lines.shift();
  });
  return heard;
}

interface Ended extends Heard {
  /** Null: a signal ended it. */
  readonly code: number | null;
  /** By the time limit, which is the only one beside the person that ends it from here. */
  readonly isTimedOut: boolean;
}

/** Why there is no result. */
function failureOf({ code, bytes, lines, isTimedOut }: Ended): string {
  if (bytes > OUTPUT_MAX_BYTES) return failures.tooMuch;
  if (isTimedOut) return failures.tooLong;
  const [said] = lines;
  return code === EXIT_USAGE && lines.length === 1 && said !== undefined ? said : failures.ended;
}

/** A process of its own for each back-test, with none of the server's secrets in its surroundings. */
export function createBacktestRunner({ script, cacheFolder, log }: RunnerDeps): RunBacktest {
  return (wish, source, onProgress) => {
    const child = spawn(process.execPath, [script, ...argumentsOf(wish, source, cacheFolder)], {
      env: {},
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    lowerPriority(child, log);
    const heard = listen(child, onProgress);
    let isCancelled = false;
    const outcome = new Promise<Result<BacktestResult, string>>((resolve) => {
      child.once("error", (cause) => {
        log.error({ err: cause }, "backtest: process did not start");
        resolve(err(failures.ended));
      });
      child.once("close", (code) => {
        const isWhole = code === 0 && heard.bytes <= OUTPUT_MAX_BYTES;
        if (isWhole) return resolve(readResult(Buffer.concat(heard.pieces).toString(), log));
        if (!isCancelled) log.warn({ code, said: heard.lines }, "backtest: process ended without a result");
        resolve(err(failureOf({ ...heard, code, isTimedOut: child.killed && !isCancelled })));
      });
    });
    function cancel(): void {
      isCancelled = true;
      child.kill("SIGKILL");
    }
    return { outcome, cancel };
  };
}
