import type { IncomingHttpHeaders } from "node:http";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Dispatcher } from "undici";

export interface Outgoing {
  readonly origin: string;
  readonly path: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** From now to the last byte of the reply. */
  readonly timeoutMs: number;
  readonly replyMax: number;
  readonly signal: AbortSignal | null;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * `never_sent` is said only when not one byte of the request left us: sending it again is safe. After anything else the
 * broker may have acted. The reason is an error's code or our own words, never what was sent or received.
 */
export interface SendFailure {
  readonly kind: "never_sent" | "lost";
  readonly reason: string;
}

const CODE_SHAPE = /^[A-Z][A-Z0-9_]{1,60}$/;

/** A code names a fault and nothing else; messages may carry addresses and what was sent. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && CODE_SHAPE.test(code) ? code : "connection failed";
}

type Settle = (result: Result<Exchanged, SendFailure>) => void;

/** One request on its way. Undici calls `onRequestStart` right before the first byte is written and never earlier. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #outgoing: Outgoing;
  readonly #settle: Settle;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #size = 0;
  #isOver = false;

  constructor(outgoing: Outgoing, settle: Settle) {
    this.#outgoing = outgoing;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.fail("timeout"), outgoing.timeoutMs);
    outgoing.signal?.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = (): void => this.fail("aborted");

  fail(reason: string): void {
    this.#end(err({ kind: this.#controller === null ? "never_sent" : "lost", reason }));
    this.#controller?.abort(new Error(reason));
  }

  #end(result: Result<Exchanged, SendFailure>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#outgoing.signal?.removeEventListener("abort", this.#abort);
    this.#settle(result);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited, or about to be written a second time: neither may leave.
    if (this.#isOver || this.#controller !== null) {
      this.fail("begun twice");
      controller.abort(new Error("not sent"));
      return;
    }
    this.#controller = controller;
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

export function exchange(dispatcher: Dispatcher, outgoing: Outgoing): Promise<Result<Exchanged, SendFailure>> {
  if (outgoing.signal?.aborted === true) return Promise.resolve(err({ kind: "never_sent", reason: "aborted" }));
  return new Promise((settle) => {
    const running = new Exchange(outgoing, settle);
    const { origin, path, method, headers, body } = outgoing;
    try {
      // Undici's own timeouts are off: ours covers the wait for the connection too.
      dispatcher.dispatch({ origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 }, running);
    } catch (error) {
      running.fail(reasonOf(error));
    }
  });
}
