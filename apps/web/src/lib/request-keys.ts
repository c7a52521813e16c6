import { ApiError } from "./api.ts";

/** The server answers with these statuses before it reads a request's key. */
const BEFORE_THE_KEY: ReadonlySet<number> = new Set([401, 403, 408, 421, 428, 429]);

/** `true` when the server refused the request and stored nothing of it; a lost answer or an outage decides nothing. */
const isDecided = (cause: unknown): boolean =>
  cause instanceof ApiError &&
  cause.status >= 400 &&
  cause.status < 500 &&
  !BEFORE_THE_KEY.has(cause.status) &&
  cause.code !== "still_running";

/** The idempotency keys of one form: the same content sent again is a repetition until the server has answered it. */
export class RequestKeys {
  readonly #keys = new Map<string, string>();

  of(content: unknown): string {
    const text = JSON.stringify(content);
    const key = this.#keys.get(text) ?? crypto.randomUUID();
    this.#keys.set(text, key);
    return key;
  }

  /** The request is over: the same content is a new one. */
  answered(content: unknown): void {
    this.#keys.delete(JSON.stringify(content));
  }

  failed(content: unknown, cause: unknown): void {
    if (isDecided(cause)) this.answered(content);
  }
}
