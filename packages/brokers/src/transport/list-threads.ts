import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { ListAnswer, ListWork } from "./list-work.ts";
import type { Timers } from "./timers.ts";

const WORKER = new URL("./list-worker.ts", import.meta.url);
/** A thread takes longer to start than a list to read, so it waits a while for the next one. */
const IDLE_MS = 30 * SECOND_MS;

export interface ListThreads {
  /** Read, unpacked and parsed on another thread: tens of megabytes would hold up everybody's orders on this one. */
  run(work: ListWork): Promise<ListAnswer>;
  /** Threads that still read end too. */
  close(): Promise<void>;
}

interface Thread {
  readonly worker: Worker;
  /** Takes back the end of an idle thread. */
  keep: (() => void) | null;
}

export function createListThreads(timers: Timers): ListThreads {
  const threads = new Set<Thread>();
  const idle: Thread[] = [];

  function open(): Thread {
    const worker = new Worker(WORKER);
    // A thread that has nothing to do keeps no process alive.
    worker.unref();
    const thread: Thread = { worker, keep: null };
    threads.add(thread);
    worker.once("exit", () => {
      thread.keep?.();
      threads.delete(thread);
      const index = idle.indexOf(thread);
      if (index >= 0) idle.splice(index, 1);
    });
    return thread;
  }

  function take(): Thread {
    const thread = idle.pop() ?? open();
    thread.keep?.();
    thread.keep = null;
    return thread;
  }

  function giveBack(thread: Thread): void {
    if (!threads.has(thread)) return;
    idle.push(thread);
    thread.keep = timers.after(IDLE_MS, () => void thread.worker.terminate());
  }

  return {
    run(work) {
      const thread = take();
      const { worker } = thread;
      return new Promise((resolve) => {
        const end = (answer: ListAnswer) => {
          worker.off("message", end);
          worker.off("error", onBroken);
          worker.off("exit", onEnded);
          worker.unref();
          giveBack(thread);
          resolve(answer);
        };
        const onBroken = () => end({ kind: "failed", reason: "the list's thread broke" });
        const onEnded = () => end({ kind: "failed", reason: "the list's thread ended" });
        worker.ref();
        worker.on("message", end);
        worker.on("error", onBroken);
        worker.on("exit", onEnded);
        worker.postMessage(work);
      });
    },
    async close() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
