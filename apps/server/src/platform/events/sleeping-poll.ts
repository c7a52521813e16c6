import { runFor } from "../db/async-context.ts";
import type { Logger } from "../log/logger.ts";

export interface SleepingPoll {
  /** Runs at once and polls until a later query finds no work. */
  wake(): void;
  /** Runs once more, at once or after the current run. */
  runOnce(): void;
  /** Called when a query for work is sent; the returned function takes its answer. */
  asked(): (waits: boolean) => void;
  stop(): Promise<void>;
}

/** Runs first after its interval, and once more after the answer that no work waits, so that state cached from the database ends empty. */
export function createSleepingPoll(
  what: string,
  work: () => Promise<void>,
  everyMs: number,
  log: Logger,
): SleepingPoll {
  let isStopped = false;
  let isAwake = false;
  let isWantedAgain = false;
  let hasFailed = false;
  let wakes = 0;
  let timer: NodeJS.Timeout | undefined = setTimeout(() => start(), everyMs).unref();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    try {
      await work();
      hasFailed = false;
    } catch (cause) {
      // A database that is away is reported once.
      if (!hasFailed && !isStopped) log.error({ err: cause, polled: what }, "poll: iteration failed, retrying");
      hasFailed = true;
    }
    running = null;
    if (isStopped) return;
    if (isWantedAgain) start();
    else if (isAwake) timer = setTimeout(start, everyMs).unref();
  }
  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    isWantedAgain = false;
    // It belongs to no request and to no transaction.
    running = runFor("api", run);
  }
  function runOnce(): void {
    if (isStopped) return;
    if (running === null) start();
    else isWantedAgain = true;
  }
  return {
    runOnce,
    wake() {
      wakes++;
      isAwake = true;
      runOnce();
    },
    asked() {
      const wakesBefore = wakes;
      return (waits) => {
        const wasAwake = isAwake;
        isAwake = waits || wakes !== wakesBefore;
        if ((isAwake && !wasAwake) || (hasFailed && timer === undefined)) runOnce();
      };
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
