import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { InstrumentListAnswer, InstrumentListWork } from "./instrument-list-work.ts";
import type { Timers } from "./timers.ts";

const WORKER = new URL("./instrument-list-worker.ts", import.meta.url);
/** Starting a thread takes longer than reading a list, so an idle thread waits for the next one. */
const IDLE_MS = 30 * SECOND_MS;

/** Reads, unpacks and parses lists off the main thread: tens of megabytes would delay orders. */
export interface InstrumentListThread {
  run(work: InstrumentListWork): Promise<InstrumentListAnswer>;
  close(): Promise<void>;
}

/** A worker session: reads several lists concurrently, so that none waits for a silent broker. */
class WorkerSession {
  readonly #worker = new Worker(WORKER);
  readonly #awaited = new Map<number, (answer: InstrumentListAnswer) => void>();
  #count = 0;

  constructor(onEnd: () => void) {
    // An idle thread must not keep the process alive.
    this.#worker.unref();
    this.#worker.on("message", ({ id, answer }: { id: number; answer: InstrumentListAnswer }) =>
      this.#settle(id, answer),
    );
    // `exit` follows an error.
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

  run(work: InstrumentListWork): Promise<InstrumentListAnswer> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#awaited.set(id, resolve);
      this.#worker.ref();
      this.#worker.postMessage({ id, work });
    });
  }

  #settle(id: number, answer: InstrumentListAnswer): void {
    const resolve = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (this.isIdle()) this.#worker.unref();
    resolve?.(answer);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

export function createInstrumentListThread(timers: Timers): InstrumentListThread {
  let session: WorkerSession | null = null;
  let takeBackEnd: (() => void) | null = null;

  function begin(): WorkerSession {
    const begun = new WorkerSession(() => {
      if (session === begun) session = null;
    });
    return begun;
  }

  function endWhenIdle(): void {
    if (session?.isIdle() !== true) return;
    const idle = session;
    // Two lists may end together, but only one idle timer can be cancelled.
    takeBackEnd?.();
    takeBackEnd = timers.after(IDLE_MS, () => {
      session = null;
      void idle.end();
    });
  }

  return {
    async run(work) {
      takeBackEnd?.();
      takeBackEnd = null;
      session ??= begin();
      const answer = await session.run(work);
      endWhenIdle();
      return answer;
    },
    async close() {
      takeBackEnd?.();
      await session?.end();
    },
  };
}
