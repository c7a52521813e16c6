import type { IncomingHttpHeaders } from "node:http";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Dispatcher } from "undici";
import type { Connections, Lease } from "./connections.ts";
import { type Exchanged, type Outgoing, REPLY_HEADERS, type SendFailure } from "./outgoing.ts";
import type { Resets } from "./reset-connector.ts";
import { ticksMs } from "./sending-rows.ts";
import type { Timers } from "./timers.ts";
import { unpack } from "./unpack.ts";

export interface ExchangeDeps {
  readonly timers: Timers;
  readonly clock: HumanClock;
  readonly resets: Resets;
  readonly connections: Pick<Connections, "ask">;
}

const TOO_LATE = "too late";
const CODE_SHAPE = /^[A-Z][A-Z0-9_]{1,60}$/;
/** Ended by the server: data in flight to a closed socket is discarded there. */
const THEIR_END: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Returns only an error code; messages may carry addresses and request data. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && CODE_SHAPE.test(code) ? code : "connection failed";
}

const NO_HEADERS: IncomingHttpHeaders = Object.freeze({});

/** Most replies have none and share one object. */
function keptHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = REPLY_HEADERS.filter((name) => headers[name] !== undefined);
  return kept.length === 0 ? NO_HEADERS : Object.fromEntries(kept.map((name) => [name, headers[name]]));
}

type Settle = (result: Result<Exchanged, SendFailure>) => void;

/** One request in flight. Undici calls `onRequestStart` right before the first byte is written and never earlier. */
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
  #headers: IncomingHttpHeaders = NO_HEADERS;
  #encoding: string | null = null;
  #size = 0;
  #isOver = false;

  constructor(deps: ExchangeDeps, outgoing: Outgoing, settle: Settle) {
    this.#deps = deps;
    this.#outgoing = outgoing;
    this.#settle = settle;
    outgoing.signal?.addEventListener("abort", this.giveUp, { once: true });
  }

  readonly giveUp = (): void => this.fail("aborted");
  readonly #timeOut = (): void => this.fail("timeout");
  readonly #tooLate = (): void => this.fail(TOO_LATE);

  /** Waits for a connection. An order keeps its place in the queue until its deadline; a retry would lose it. */
  start(): void {
    const { origin, channel, egress, notAfter, startMs } = this.#outgoing;
    try {
      this.#leaveLine = this.#deps.connections.ask(origin, channel, egress, (lease) => this.#dispatch(lease));
    } catch (error) {
      // E.g. an invalid proxy address: affects one account only.
      this.fail(reasonOf(error));
    }
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
      // Undici's own timeouts are off: ours include the wait for the connection.
      lease.dispatcher.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, this);
      // On an open connection it has begun by now and needs no start limit.
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

  /** Aborts. A request that has begun takes its connection with it, by a reset where possible. */
  fail(reason: string): void {
    if (this.#isOver) return;
    const controller = this.#controller;
    const before = this.#deps.resets.count;
    this.#release();
    if (controller === null) {
      this.#settle(err({ kind: "never_sent", reason }));
      return;
    }
    controller.abort(new Error(reason));
    const isReset = this.#deps.resets.count > before || THEIR_END.has(reason);
    this.#settle(err({ kind: "lost", reason, isReset }));
  }

  #release(): void {
    this.#isOver = true;
    this.#leaveLine();
    this.#lease?.done();
    this.#cancelLimit?.();
    this.#outgoing.signal?.removeEventListener("abort", this.giveUp);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Aborted while it waited, or about to be written a second time: neither may leave.
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
    this.#headers = keptHeaders(headers);
    this.#encoding = headers["content-encoding"] ?? null;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#outgoing.replyMax) this.fail("reply too large");
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#release();
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    if (this.#encoding === null) this.#answer(body.toString("utf8"));
    else void unpack(body, this.#encoding, this.#outgoing.replyMax).then((text) => this.#answer(text));
  }

  #answer(body: string | null): void {
    if (body === null) this.#settle(err({ kind: "lost", reason: "unreadable encoding", isReset: true }));
    else this.#settle(ok({ status: this.#status, headers: this.#headers, body }));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(reasonOf(error));
  }
}

/** By either clock: each of them may stop or be set while a machine is suspended. */
function isTooLate({ notAfter, notAfterTicks = null }: Outgoing, clock: HumanClock): boolean {
  return (notAfter !== null && clock.now() > notAfter) || (notAfterTicks !== null && ticksMs() > notAfterTicks);
}

export function begin(outgoing: Outgoing, deps: ExchangeDeps, settle: Settle): () => void {
  const begun = new Exchange(deps, outgoing, settle);
  if (outgoing.signal?.aborted === true) begun.giveUp();
  else if (isTooLate(outgoing, deps.clock)) begun.fail(TOO_LATE);
  else begun.start();
  return begun.giveUp;
}
