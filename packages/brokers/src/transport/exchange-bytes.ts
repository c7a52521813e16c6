import type { IncomingHttpHeaders } from "node:http";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Dispatcher } from "undici";
import type { Connections, Lease } from "./connections.ts";
import type { Exchanged, Outgoing, SendFailure } from "./outgoing.ts";
import type { Resets } from "./reset-connector.ts";
import type { Timers } from "./timers.ts";

export interface ExchangeDeps {
  readonly timers: Timers;
  readonly clock: HumanClock;
  /** Counts the connections that were reset. */
  readonly resets: Resets;
  readonly connections: Pick<Connections, "ask">;
}

const TOO_LATE = "too late";
const CODE_SHAPE = /^[A-Z][A-Z0-9_]{1,60}$/;
/** Ended by the other side: what is still on its way to a closed socket is thrown away there. */
const THEIR_END: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** A code names a fault and nothing else; messages may carry addresses and what was sent. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && CODE_SHAPE.test(code) ? code : "connection failed";
}

type Settle = (result: Result<Exchanged, SendFailure>) => void;

/** One request on its way. Undici calls `onRequestStart` right before the first byte is written and never earlier. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #deps: ExchangeDeps;
  readonly #outgoing: Outgoing;
  readonly #settle: Settle;
  readonly #chunks: Buffer[] = [];
  #lease: Lease | null = null;
  #leaveLine: () => void = () => undefined;
  #cancelLimit: (() => void) | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #size = 0;
  #isOver = false;

  constructor(deps: ExchangeDeps, outgoing: Outgoing, settle: Settle) {
    this.#deps = deps;
    this.#outgoing = outgoing;
    this.#settle = settle;
    outgoing.signal?.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = (): void => this.fail("aborted");
  readonly #timeOut = (): void => this.fail("timeout");
  readonly #tooLate = (): void => this.fail(TOO_LATE);

  /**
   * Waits for a way. An order waits in line as long as it may leave: to ask again would put it at the end of the line.
   */
  start(): void {
    const { origin, channel, egress, notAfter, startMs } = this.#outgoing;
    this.#leaveLine = this.#deps.connections.ask(origin, channel, egress, (lease) => this.#dispatch(lease));
    if (this.#lease === null && !this.#isOver) this.#limit(notAfter === null ? startMs : Number.POSITIVE_INFINITY);
  }

  #dispatch(lease: Lease): void {
    this.#lease = lease;
    this.#cancelLimit?.();
    if (isTooLate(this.#outgoing, this.#deps.clock)) {
      this.fail(TOO_LATE);
      return;
    }
    const { origin, path, method, headers, body, startMs } = this.#outgoing;
    try {
      // Undici's own timeouts are off: ours cover the wait for the connection too.
      lease.dispatcher.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, this);
      // On a connection that stands it has begun by now, and has no use for this limit.
      if (!this.#isOver && this.#controller === null) this.#limit(startMs);
    } catch (error) {
      this.fail(reasonOf(error));
    }
  }

  #limit(waitMs: number): void {
    const { timers, clock } = this.#deps;
    const { notAfter } = this.#outgoing;
    const leftMs = notAfter === null ? Number.POSITIVE_INFINITY : notAfter - clock.now() + 1;
    this.#cancelLimit = leftMs < waitMs ? timers.after(leftMs, this.#tooLate) : timers.after(waitMs, this.#timeOut);
  }

  /** Gives up. A request that has begun takes its connection with it, by a reset where that can be done. */
  fail(reason: string): void {
    const controller = this.#controller;
    if (this.#isOver || controller === null) {
      this.#end(err({ kind: "never_sent", reason }));
      return;
    }
    const before = this.#deps.resets.count;
    this.#release();
    controller.abort(new Error(reason));
    const isReset = this.#deps.resets.count > before || THEIR_END.has(reason);
    this.#settle(err({ kind: "lost", reason, isReset }));
  }

  #release(): void {
    this.#isOver = true;
    this.#leaveLine();
    this.#lease?.done();
    this.#cancelLimit?.();
    this.#outgoing.signal?.removeEventListener("abort", this.#abort);
  }

  #end(result: Result<Exchanged, SendFailure>): void {
    if (this.#isOver) return;
    this.#release();
    this.#settle(result);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited, or about to be written a second time: neither may leave.
    if (this.#isOver || this.#controller !== null) {
      this.fail("begun twice");
      controller.abort(new Error("not sent"));
      return;
    }
    if (isTooLate(this.#outgoing, this.#deps.clock)) {
      this.fail(TOO_LATE);
      controller.abort(new Error("not sent"));
      return;
    }
    this.#controller = controller;
    this.#cancelLimit?.();
    this.#cancelLimit = this.#deps.timers.after(this.#outgoing.replyMs, this.#timeOut);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#outgoing.replyMax) this.fail("reply too large");
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#end(ok({ status: this.#status, headers: this.#headers, body }));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(reasonOf(error));
  }
}

function isTooLate({ notAfter }: Outgoing, clock: HumanClock): boolean {
  return notAfter !== null && clock.now() > notAfter;
}

const neverSent = (reason: string): Promise<Result<Exchanged, SendFailure>> =>
  Promise.resolve(err({ kind: "never_sent", reason }));

export function exchange(outgoing: Outgoing, deps: ExchangeDeps): Promise<Result<Exchanged, SendFailure>> {
  if (outgoing.signal?.aborted === true) return neverSent("aborted");
  if (isTooLate(outgoing, deps.clock)) return neverSent(TOO_LATE);
  return new Promise((settle) => new Exchange(deps, outgoing, settle).start());
}
