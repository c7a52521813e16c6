import { Worker } from "node:worker_threads";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Exchanged, Network, Outgoing, SendFailure } from "./outgoing.ts";
import { type CallRow, type FromThread, type ToThread, toRow } from "./sending-rows.ts";

const WORKER = new URL("./sending-worker.ts", import.meta.url);
/** Batch size: in one turn with thousands of orders the first leave while the last are being decided. */
const TOLD_AT_ONCE = 32;
const ENDED = "the sending thread ended";
const ASKED_EVERY_MS = 5 * SECOND_MS;
/** A thread with this many unanswered pings is ended; one more than a paused process can find late. */
const OWED_MAX = 2;
/** A thread that hangs is ended within this time. */
export const THREAD_HANGS_MAX_MS = (OWED_MAX + 1) * ASKED_EVERY_MS;

/** Runs undici: a thread that decides and stores for thousands of accounts has no time for their connections. */
export interface SendingThread {
  openNetwork(connectMs: number): Network;
  /** Aborts calls in flight; nothing leaves any more. */
  close(): Promise<void>;
}

export interface BrokenThread {
  readonly why: string;
  /** Calls that may have left and whose answers are lost. */
  readonly lost: number;
}

type Outcome = Result<Exchanged, SendFailure>;

const neverSent = (reason: string): Outcome => err({ kind: "never_sent", reason });

class WorkerSession {
  readonly #worker = new Worker(WORKER);
  readonly #awaited = new Map<number, (outcome: Outcome) => void>();
  /** Calls not yet posted to the thread: no byte of them can have left. */
  readonly #unposted = new Map<number, CallRow>();
  #givenUp: number[] = [];
  #closing: ToThread["closing"][number][] = [];
  readonly #closed = new Map<number, () => void>();
  #count = 0;
  #hasBegun = false;
  #isTellingSoon = false;
  /** Open calls keep the process alive and the thread pinged. */
  #watch: NodeJS.Timeout | null = null;
  #owed = 0;
  #why = "it ended by itself";

  constructor(onEnd: (broken: BrokenThread) => void) {
    this.#worker.on("message", (message: FromThread) => this.#hear(message));
    // `exit` follows an error.
    this.#worker.on("error", ({ message }: Error) => {
      this.#why = message;
    });
    this.#worker.once("exit", () => {
      onEnd({ why: this.#why, lost: this.#awaited.size - this.#unposted.size });
      this.#letGo();
    });
    // unref() last: adding a `message` listener refs the worker again.
    this.#worker.unref();
  }

  exchange(network: number, connectMs: number, outgoing: Outgoing): Promise<Outcome> {
    const { signal } = outgoing;
    const id = this.#newNumber();
    return new Promise((resolve) => {
      const giveUp = (): void => this.#giveUp(id);
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#awaited.set(id, (outcome) => {
        signal?.removeEventListener("abort", giveUp);
        resolve(outcome);
      });
      this.#unposted.set(id, toRow(id, network, connectMs, outgoing));
      this.#hold();
      if (this.#hasBegun && this.#unposted.size >= TOLD_AT_ONCE) this.#tell();
      else this.#tellSoon();
    });
  }

  close(network: number | null): Promise<void> {
    for (const [id, row] of this.#unposted)
      if (network === null || row[1] === network) this.#settleUnposted(id, "closed");
    const id = this.#newNumber();
    return new Promise((resolve) => {
      this.#closed.set(id, resolve);
      this.#closing.push([id, network]);
      this.#hold();
      this.#tellSoon();
    });
  }

  async end(): Promise<void> {
    await this.close(null);
    await this.#worker.terminate();
  }

  #newNumber(): number {
    this.#count += 1;
    return this.#count;
  }

  #giveUp(id: number): void {
    if (this.#unposted.has(id)) {
      this.#settleUnposted(id, "aborted");
      this.#release();
    } else {
      this.#givenUp.push(id);
      this.#tellSoon();
    }
  }

  /** Posts the calls of one turn together, so that the thread is not woken for each. */
  #tellSoon(): void {
    if (this.#isTellingSoon || !this.#hasBegun) return;
    this.#isTellingSoon = true;
    setImmediate(() => {
      this.#isTellingSoon = false;
      if (this.#unposted.size > 0 || this.#givenUp.length > 0 || this.#closing.length > 0) this.#tell();
    });
  }

  #tell(): void {
    const message: ToThread = { calls: [...this.#unposted.values()], givenUp: this.#givenUp, closing: this.#closing };
    this.#unposted.clear();
    this.#givenUp = [];
    this.#closing = [];
    this.#worker.postMessage(message);
  }

  #hear({ replies, failures, closed }: FromThread): void {
    this.#owed = 0;
    for (const [id, status, headers, body] of replies) this.#settle(id, ok({ status, headers, body }));
    for (const [id, failure] of failures) this.#settle(id, err(failure));
    for (const id of closed) this.#settleClosed(id);
    this.#release();
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#tellSoon();
  }

  #settle(id: number, outcome: Outcome): void {
    const settle = this.#awaited.get(id);
    this.#awaited.delete(id);
    settle?.(outcome);
  }

  #settleUnposted(id: number, reason: string): void {
    this.#unposted.delete(id);
    this.#settle(id, neverSent(reason));
  }

  #settleClosed(id: number): void {
    this.#closed.get(id)?.();
    this.#closed.delete(id);
  }

  /** Open calls keep the process alive, as their connections would; an idle thread does not. */
  #hold(): void {
    if (this.#watch !== null) return;
    this.#worker.ref();
    this.#watch = setInterval(() => this.#askForWord(), ASKED_EVERY_MS).unref();
  }

  #release(): void {
    if (this.#watch === null || this.#awaited.size > 0 || this.#closed.size > 0) return;
    this.#stopWatching();
    this.#worker.unref();
  }

  #stopWatching(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
    this.#owed = 0;
  }

  /** Watchdog: the timeouts of calls run on the thread. If it hangs, they never fire and no exit would leave. */
  #askForWord(): void {
    if (this.#owed >= OWED_MAX) {
      this.#why = "it gave no answer any more";
      void this.#worker.terminate();
      return;
    }
    this.#owed += 1;
    this.#worker.postMessage({ calls: [], givenUp: [], closing: [] } satisfies ToThread);
  }

  #letGo(): void {
    this.#stopWatching();
    for (const id of [...this.#unposted.keys()]) this.#settleUnposted(id, ENDED);
    for (const id of [...this.#awaited.keys()]) this.#settle(id, err({ kind: "lost", reason: ENDED, isReset: false }));
    for (const id of [...this.#closed.keys()]) this.#settleClosed(id);
  }
}

/**
 * Nothing is posted before the thread's first message, so a thread that fails to start loses nothing. A broken thread
 * is reported and replaced at the next call; nothing is resent.
 */
export function createSendingThread(onBroken: (broken: BrokenThread) => void = () => undefined): SendingThread {
  let session: WorkerSession | null = null;
  let isClosed = false;
  let networks = 0;

  function begin(): WorkerSession | null {
    try {
      const begun = new WorkerSession((broken) => {
        if (session === begun) session = null;
        if (!isClosed) onBroken(broken);
      });
      return begun;
    } catch {
      return null;
    }
  }

  function exchange(network: number, connectMs: number, outgoing: Outgoing): Promise<Outcome> {
    if (outgoing.signal?.aborted === true) return Promise.resolve(neverSent("aborted"));
    if (isClosed) return Promise.resolve(neverSent("closed"));
    session ??= begin();
    return session?.exchange(network, connectMs, outgoing) ?? Promise.resolve(neverSent("no sending thread"));
  }

  return {
    openNetwork(connectMs) {
      networks += 1;
      const network = networks;
      return {
        exchange: (outgoing) => exchange(network, connectMs, outgoing),
        close: async () => session?.close(network),
      };
    },
    async close() {
      isClosed = true;
      await session?.end();
    },
  };
}
