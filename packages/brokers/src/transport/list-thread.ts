import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { ListAnswer, ListWork } from "./list-work.ts";
import type { Timers } from "./timers.ts";

const WORKER = new URL("./list-worker.ts", import.meta.url);
/** A thread takes longer to start than a list to read, so it waits a while for the next one. */
const IDLE_MS = 30 * SECOND_MS;

/** Where lists are read, unpacked and parsed: tens of megabytes would hold up everybody's orders on the main thread. */
export interface ListThread {
  run(work: ListWork): Promise<ListAnswer>;
  /** What is still being read is given up. */
  close(): Promise<void>;
}

/** One life of the thread: it fetches several lists at a time, so that none waits for a broker that does not answer. */
class Life {
  readonly #worker = new Worker(WORKER);
  readonly #awaited = new Map<number, (answer: ListAnswer) => void>();
  #count = 0;

  constructor(onEnd: () => void) {
    // A thread that has nothing to do keeps no process alive.
    this.#worker.unref();
    this.#worker.on("message", ({ id, answer }: { id: number; answer: ListAnswer }) => this.#settle(id, answer));
    // The end follows a break by itself.
    this.#worker.on("error", () => undefined);
    this.#worker.once("exit", () => {
      onEnd();
      for (const id of [...this.#awaited.keys()])
        this.#settle(id, { kind: "failed", reason: "the list's thread ended" });
    });
  }

  isIdle(): boolean {
    return this.#awaited.size === 0;
  }

  run(work: ListWork): Promise<ListAnswer> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#awaited.set(id, resolve);
      this.#worker.ref();
      this.#worker.postMessage({ id, work });
    });
  }

  #settle(id: number, answer: ListAnswer): void {
    const resolve = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (this.isIdle()) this.#worker.unref();
    resolve?.(answer);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** One thread for the lists of all brokers that share it; it begins with the first one. */
export function createListThread(timers: Timers): ListThread {
  let life: Life | null = null;
  let takeBackEnd: (() => void) | null = null;

  function begin(): Life {
    const begun = new Life(() => {
      if (life === begun) life = null;
    });
    return begun;
  }

  function endWhenIdle(): void {
    if (life?.isIdle() !== true) return;
    const idle = life;
    // Two lists that end together are told of one after the other, and only one end can be taken back.
    takeBackEnd?.();
    takeBackEnd = timers.after(IDLE_MS, () => {
      life = null;
      void idle.end();
    });
  }

  return {
    async run(work) {
      takeBackEnd?.();
      takeBackEnd = null;
      life ??= begin();
      const answer = await life.run(work);
      endWhenIdle();
      return answer;
    },
    async close() {
      takeBackEnd?.();
      await life?.end();
    },
  };
}
