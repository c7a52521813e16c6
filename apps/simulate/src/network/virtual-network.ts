import type { Exchanged, Network, Outgoing, SendFailure } from "@vriddhi/brokers/transport/outgoing";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Random } from "@vriddhi/core/shared/random";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Outcome } from "@vriddhi/sandbox/broker/counter";
import type { WireReply, WireRequest } from "@vriddhi/sandbox/broker/wire";
import { brokerAt } from "../outside/adapters.ts";
import type { VirtualTime } from "../time/virtual-time.ts";
import type { WorkerProcess } from "../time/worker-session.ts";
import { inSmallLetters, toWireRequest } from "./wire-request.ts";

export interface Call {
  readonly workerProcess: WorkerProcess;
  readonly broker: BrokerName;
  readonly request: WireRequest;
}

/** What happens to a call before the broker receives it. */
export interface Way {
  readonly isRefused: boolean;
  /** Pauses the process between its last clock check and the write. */
  readonly pauseMs: number;
  /** Time in our own buffers: a reset discards it, a plain close delivers it. */
  readonly stallMs: number;
}

export interface NetworkDeps {
  readonly time: VirtualTime;
  readonly workerProcess: WorkerProcess;
  readonly random: Random;
  /** An unanswered call closes its connection without a reset, and reports a reset. */
  readonly closesWithoutReset?: boolean;
  /** Called when the call is about to be written. */
  wayOf(call: Call): Way;
  /** Its first byte leaves now. */
  left(call: Call): void;
  /** It arrives now; returns the broker's outcome. */
  arrives(call: Call): Outcome;
}

const CONNECT_MAX_MS = 4;
const LATENCY_MIN_MS = 4;
const LATENCY_MAX_MS = 40;

type Settle = (result: Result<Exchanged, SendFailure>) => void;

const toExchanged = ({ status, headers, body }: WireReply): Exchanged => ({
  status,
  headers: inSmallLetters(headers),
  body: typeof body === "string" ? body : Buffer.from(body).toString("utf8"),
});

class Exchange {
  readonly #deps: NetworkDeps;
  readonly #outgoing: Outgoing;
  readonly #call: Call;
  readonly #settle: Settle;
  #isOver = false;
  #isWritten = false;
  #isThrownAway = false;
  #cancelLimit: (() => void) | null = null;

  constructor(deps: NetworkDeps, outgoing: Outgoing, settle: Settle) {
    this.#deps = deps;
    this.#outgoing = outgoing;
    this.#settle = settle;
    this.#call = {
      workerProcess: deps.workerProcess,
      broker: brokerAt(outgoing.origin),
      request: toWireRequest(outgoing),
    };
    outgoing.signal?.addEventListener("abort", this.#abort, { once: true });
    const { time, workerProcess, random } = deps;
    time.after(random.int(0, CONNECT_MAX_MS), () => workerProcess.receive(() => this.#begin()));
  }

  readonly #abort = (): void => this.#fail("aborted");

  #isTooLate(): boolean {
    const { notAfter } = this.#outgoing;
    return notAfter !== null && this.#deps.workerProcess.human.now() > notAfter;
  }

  #begin(): void {
    if (this.#isOver) return;
    const way = this.#isTooLate() ? null : this.#deps.wayOf(this.#call);
    if (!this.#deps.workerProcess.isAlive()) return;
    if (way === null) this.#fail("too late");
    else if (way.isRefused) this.#fail("ECONNREFUSED");
    else if (way.pauseMs === 0) this.#write(way);
    else this.#writeAfterPause(way);
  }

  #writeAfterPause(way: Way): void {
    const { workerProcess, time } = this.#deps;
    workerProcess.pause(way.pauseMs);
    time.after(way.pauseMs, () => {
      if (workerProcess.isAlive()) this.#write(way);
    });
  }

  /** From here on the bytes are outside the process: it may be killed, they continue. */
  #write({ stallMs }: Way): void {
    const { time, workerProcess, random, left } = this.#deps;
    this.#isWritten = true;
    left(this.#call);
    this.#cancelLimit = workerProcess.timers.after(this.#outgoing.replyMs, () => this.#fail("timeout"));
    time.after(stallMs + random.int(LATENCY_MIN_MS, LATENCY_MAX_MS), () => {
      if (!this.#isThrownAway) this.#arrive();
    });
  }

  #arrive(): void {
    const { time, workerProcess, random, arrives } = this.#deps;
    const outcome = arrives(this.#call);
    if (outcome.kind === "silence") return;
    const backMs = random.int(LATENCY_MIN_MS, LATENCY_MAX_MS) + (outcome.kind === "answer" ? outcome.afterMs : 0);
    time.after(backMs, () =>
      workerProcess.receive(() => {
        if (outcome.kind === "hang-up") this.#fail("ECONNRESET");
        else this.#end(ok(toExchanged(outcome.reply)));
      }),
    );
  }

  #fail(reason: string): void {
    this.#isThrownAway = this.#isWritten && this.#deps.closesWithoutReset !== true;
    this.#end(err(this.#isWritten ? { kind: "lost", reason, isReset: true } : { kind: "never_sent", reason }));
  }

  #end(result: Result<Exchanged, SendFailure>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLimit?.();
    this.#outgoing.signal?.removeEventListener("abort", this.#abort);
    this.#settle(result);
  }
}

export const createVirtualNetwork = (deps: NetworkDeps): Network => ({
  exchange: (outgoing) =>
    new Promise((settle) => {
      if (outgoing.signal?.aborted === true) settle(err({ kind: "never_sent", reason: "aborted" }));
      else new Exchange(deps, outgoing, settle);
    }),
  close: () => Promise.resolve(),
});
