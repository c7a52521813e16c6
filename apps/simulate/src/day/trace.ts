import { createHash } from "node:crypto";

const KEPT = 50;

/** The events of a day, in order. The hash depends on the seed only. */
export class Trace {
  readonly #hash = createHash("sha256");
  readonly #listener: ((line: string) => void) | null;
  #last: string[] = [];

  constructor(listener: ((line: string) => void) | null) {
    this.#listener = listener;
  }

  add(atMs: number, text: string): void {
    const line = `${(atMs / 1000).toFixed(3)} ${text}`;
    this.#hash.update(line).update("\n");
    this.#listener?.(line);
    this.#last.push(line);
    if (this.#last.length > 4 * KEPT) this.#last = this.#last.slice(-KEPT);
  }

  /** The newest lines; only those of `about` and of all accounts, if given. */
  last(): readonly string[] {
    return this.#last.slice(-KEPT);
  }

  digest(): string {
    return this.#hash.copy().digest("hex").slice(0, 32);
  }
}
