import { Worker } from "node:worker_threads";
import type { Timers } from "../clock/timers.ts";
import type { MarkdownJob, ThreadMessage } from "./markdown-thread.ts";
import type { MarkdownAnswer } from "./rendered.ts";

export interface MarkdownWorkers {
  render(content: string, excerpt?: string): Promise<MarkdownAnswer>;
  close(): Promise<void>;
}

interface MarkdownBounds {
  /** Time limit of one text, counted from when its thread has loaded. */
  readonly withinMs: number;
  readonly threads: number;
}

/** An article takes some ten milliseconds. A second thread continues while one is busy. */
const BOUNDS: MarkdownBounds = { withinMs: 3_000, threads: 2 };
/** For our own trusted texts: a busy machine may take its time. */
export const PATIENT: MarkdownBounds = { withinMs: 60_000, threads: 1 };
const THREAD = new URL("./markdown-thread.ts", import.meta.url);
const LIMITS = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };

interface Waiting {
  readonly job: MarkdownJob;
  resolve(answer: MarkdownAnswer): void;
}

interface Thread {
  take(text: Waiting): boolean;
  end(): Promise<unknown>;
}

/**
 * A thread renders one text at a time; a watchdog ends it when a text takes longer than `withinMs`. `onIdle` is called
 * when it can take another, `onEnd` when it never will.
 */
function startThread(timers: Timers, withinMs: number, onIdle: () => void, onEnd: (thread: Thread) => void): Thread {
  const worker = new Worker(THREAD, { resourceLimits: LIMITS, execArgv: [] });
  worker.unref();
  let isLoaded = false;
  let text: Waiting | null = null;
  let stopTimer: () => void = () => undefined;

  const settle = (answer: MarkdownAnswer): void => {
    const settled = text;
    text = null;
    stopTimer();
    settled?.resolve(answer);
  };
  const end = (): Promise<unknown> => {
    onEnd(thread);
    settle("too_slow");
    return worker.terminate();
  };
  const startTimer = (): void => {
    stopTimer = timers.after(withinMs, () => void end());
  };
  const thread: Thread = {
    take(given) {
      if (text !== null) return false;
      text = given;
      worker.postMessage(given.job);
      if (isLoaded) startTimer();
      return true;
    },
    end,
  };
  worker.on("message", (message: ThreadMessage) => {
    if (message === "loaded") {
      isLoaded = true;
      if (text !== null) startTimer();
      return;
    }
    settle(message);
    onIdle();
  });
  worker.on("error", end);
  worker.on("exit", end);
  return thread;
}

/**
 * Some texts take minutes to parse, and this process may have orders to send. A thread that exceeds its time is
 * replaced. The shortest waiting text is next, so that heavy ones do not delay the others.
 */
export function createMarkdownWorkers(timers: Timers, bounds: Partial<MarkdownBounds> = {}): MarkdownWorkers {
  const { withinMs, threads: most } = { ...BOUNDS, ...bounds };
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let isClosed = false;

  const onEnd = (thread: Thread): void => {
    if (threads.delete(thread)) queueMicrotask(assign);
  };
  const give = (text: Waiting): boolean => {
    for (const thread of threads) if (thread.take(text)) return true;
    if (threads.size >= most) return false;
    const thread = startThread(timers, withinMs, assign, onEnd);
    threads.add(thread);
    return thread.take(text);
  };
  function assign(): void {
    if (isClosed) return;
    waiting.sort((one, other) => one.job.content.length - other.job.content.length);
    while (waiting[0] !== undefined && give(waiting[0])) waiting.shift();
  }

  return {
    render(content, excerpt = "") {
      return new Promise((resolve) => {
        if (isClosed) return resolve("too_slow");
        waiting.push({ job: { content, excerpt }, resolve });
        assign();
      });
    },
    async close() {
      isClosed = true;
      for (const { resolve } of waiting.splice(0)) resolve("too_slow");
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}
