import { Worker } from "node:worker_threads";
import type { Timers } from "../clock/timers.ts";
import type { MarkdownAnswer, MarkdownJob } from "./markdown-thread.ts";

export interface MarkdownDesk {
  /** Null: it takes too long or is nested too deeply; nobody writes such a text by hand. */
  render(content: string, excerpt?: string): Promise<MarkdownAnswer>;
  close(): Promise<void>;
}

/** An article takes some ten milliseconds, the first one half a second; on a machine that is busy elsewhere far longer. */
const WITHIN_MS = 60_000;
const THREAD = new URL("./markdown-thread.ts", import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };

/**
 * Makes HTML of markdown in a thread of its own, one text after the other. Some texts take seconds to read, and this
 * process may have orders to send meanwhile. A thread that does not answer in time is ended, and the next text gets a new one.
 */
export function createMarkdownDesk(timers: Timers): MarkdownDesk {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Whoever waits for the thread that runs. */
  let waiting: ((answer: MarkdownAnswer, isLost: boolean) => void) | null = null;

  const start = (): Worker => {
    const started = new Worker(THREAD, { resourceLimits: LIMITS, execArgv: [] });
    const settle = (answer: MarkdownAnswer, isLost: boolean): void => {
      if (thread === started) waiting?.(answer, isLost);
    };
    started.on("message", (answer: MarkdownAnswer) => settle(answer, false));
    started.on("error", () => settle(null, true));
    started.on("exit", () => settle(null, true));
    started.unref();
    thread = started;
    return started;
  };

  const ask = (job: MarkdownJob): Promise<MarkdownAnswer> =>
    new Promise((resolve) => {
      const asked = thread ?? start();
      const takeBack = timers.after(WITHIN_MS, () => waiting?.(null, true));
      waiting = (answer, isLost) => {
        waiting = null;
        takeBack();
        if (isLost) {
          thread = null;
          void asked.terminate();
        }
        resolve(answer);
      };
      asked.postMessage(job);
    });

  return {
    render(content, excerpt = "") {
      const answer = last.then(() => ask({ content, excerpt }));
      last = answer;
      return answer;
    },
    async close() {
      const running = thread;
      thread = null;
      waiting?.(null, false);
      await running?.terminate();
    },
  };
}
