import { Worker } from "node:worker_threads";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Exchanged, Network, Outgoing, SendFailure } from "./outgoing.ts";
import { type CallRow, type Said, type Told, toRow } from "./sending-rows.ts";

const WORKER = new URL("./sending-worker.ts", import.meta.url);
/** A crowd's orders are asked for in one turn: the first of them leave while the last are still being decided. */
const TOLD_AT_ONCE = 32;
const ENDED = "the sending thread ended";
/** While answers are awaited the thread is asked so often for a word. */
const ASKED_EVERY_MS = 5 * SECOND_MS;
/** One that owes so many words is ended: a process that was stopped for a while finds one owed that has come already. */
const OWED_MAX = 2;

/** Where undici works: a thread that decides and stores for thousands of accounts has no time for their connections. */
export interface SendingThread {
  /** Connections of its own on the thread, which begins with the first call. */
  openNetwork(connectMs: number): Network;
  /** What is on its way is given up, and nothing leaves any more. */
  close(): Promise<void>;
}

/** A thread that ended although nobody had asked it to. */
export interface BrokenThread {
  readonly why: string;
  /** Calls that may have left and whose answers nobody hears any more. */
  readonly lost: number;
}

type Outcome = Result<Exchanged, SendFailure>;

const neverSent = (reason: string): Outcome => err({ kind: "never_sent", reason });

/** One life of the thread. */
class Life {
  readonly #worker = new Worker(WORKER);
  readonly #awaited = new Map<number, (outcome: Outcome) => void>();
  /** Calls that the thread has not been told of: no byte of them can have left. */
  readonly #untold = new Map<number, CallRow>();
  #givenUp: number[] = [];
  #closing: Told["closing"][number][] = [];
  readonly #closed = new Map<number, () => void>();
  #count = 0;
  #hasBegun = false;
  #isTellingSoon = false;
  /** What is awaited keeps the process alive, and has the thread watched. */
  #watch: NodeJS.Timeout | null = null;
  #owed = 0;
  #why = "it ended by itself";

  constructor(onEnd: (broken: BrokenThread) => void) {
    this.#worker.on("message", (said: Said) => this.#hear(said));
    // The end follows a break by itself.
    this.#worker.on("error", ({ message }: Error) => {
      this.#why = message;
    });
    this.#worker.once("exit", () => {
      onEnd({ why: this.#why, lost: this.#awaited.size - this.#untold.size });
      this.#letGo();
    });
    // Last of all: whoever listens for messages takes it back.
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
      this.#untold.set(id, toRow(id, network, connectMs, outgoing));
      this.#hold();
      if (this.#hasBegun && this.#untold.size >= TOLD_AT_ONCE) this.#tell();
      else this.#tellSoon();
    });
  }

  /** Whatever the thread has not been told of does not leave any more; the rest ends as the thread says. */
  close(network: number | null): Promise<void> {
    for (const [id, row] of this.#untold) if (network === null || row[1] === network) this.#settleUntold(id, "closed");
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

  /** Only the thread knows whether a call that it was told of has begun. */
  #giveUp(id: number): void {
    if (this.#untold.has(id)) {
      this.#settleUntold(id, "aborted");
      this.#release();
    } else {
      this.#givenUp.push(id);
      this.#tellSoon();
    }
  }

  /** What is asked for in one turn of the loop goes over together: the thread is not woken for each. */
  #tellSoon(): void {
    if (this.#isTellingSoon || !this.#hasBegun) return;
    this.#isTellingSoon = true;
    setImmediate(() => {
      this.#isTellingSoon = false;
      if (this.#untold.size > 0 || this.#givenUp.length > 0 || this.#closing.length > 0) this.#tell();
    });
  }

  #tell(): void {
    const told: Told = { calls: [...this.#untold.values()], givenUp: this.#givenUp, closing: this.#closing };
    this.#untold.clear();
    this.#givenUp = [];
    this.#closing = [];
    this.#worker.postMessage(told);
  }

  #hear({ replies, failures, closed }: Said): void {
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

  #settleUntold(id: number, reason: string): void {
    this.#untold.delete(id);
    this.#settle(id, neverSent(reason));
  }

  #settleClosed(id: number): void {
    this.#closed.get(id)?.();
    this.#closed.delete(id);
  }

  /** What is awaited keeps the process alive, as its connections would; a thread that has nothing to do does not. */
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

  /** The limits of calls run on the thread: on one that hangs they never end, and no exit would leave any more. */
  #askForWord(): void {
    if (this.#owed >= OWED_MAX) {
      this.#why = "it gave no answer any more";
      void this.#worker.terminate();
      return;
    }
    this.#owed += 1;
    this.#worker.postMessage({ calls: [], givenUp: [], closing: [] } satisfies Told);
  }

  /** The thread is no more. What it was told of may have left, and how its connections ended is not known. */
  #letGo(): void {
    this.#stopWatching();
    for (const id of [...this.#untold.keys()]) this.#settleUntold(id, ENDED);
    for (const id of [...this.#awaited.keys()]) this.#settle(id, err({ kind: "lost", reason: ENDED, isReset: false }));
    for (const id of [...this.#closed.keys()]) this.#settleClosed(id);
  }
}

/**
 * One for all brokers of a process. Until the thread has said its first word it is told nothing, so that a thread that
 * cannot begin has lost nothing. One that breaks is told of and followed by another one at the next call, and nothing is
 * sent again.
 */
export function createSendingThread(onBroken: (broken: BrokenThread) => void = () => undefined): SendingThread {
  let life: Life | null = null;
  let isClosed = false;
  let networks = 0;

  function begin(): Life | null {
    try {
      const begun = new Life((broken) => {
        if (life === begun) life = null;
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
    life ??= begin();
    return life?.exchange(network, connectMs, outgoing) ?? Promise.resolve(neverSent("no sending thread"));
  }

  return {
    openNetwork(connectMs) {
      networks += 1;
      const network = networks;
      return {
        exchange: (outgoing) => exchange(network, connectMs, outgoing),
        close: async () => life?.close(network),
      };
    },
    async close() {
      isClosed = true;
      await life?.end();
    },
  };
}
