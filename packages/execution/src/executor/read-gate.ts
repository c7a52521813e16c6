import { Queue } from "@vriddhi/core/shared/queue";

/** A read that waits for its place, or has it. */
export interface ReadTicket {
  /** Resolves when it may begin. */
  readonly begun: Promise<void>;
  /** It has become urgent meanwhile. */
  hurry(): void;
  /** The place goes to the next one. */
  done(): void;
}

interface Waiting {
  readonly begin: () => void;
  isUrgent: boolean;
  hasBegun: boolean;
}

/**
 * Lets so many reads of books be under way at once. Those that somebody's protection may depend on go first: a crowd that
 * looks at what rests must not hold up one that has just been filled.
 */
export class ReadGate {
  readonly #max: number;
  readonly #urgent = new Queue<Waiting>();
  /** Whoever has become urgent stands in both rows, and goes by the one that comes first. */
  readonly #calm = new Queue<Waiting>();
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  enter(isUrgent: boolean): ReadTicket {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting: Waiting = { begin, isUrgent, hasBegun: this.#running < this.#max };
    if (waiting.hasBegun) {
      this.#running += 1;
      begin();
    } else (isUrgent ? this.#urgent : this.#calm).push(waiting);
    return { begun, hurry: () => this.#hurry(waiting), done: () => this.#leave() };
  }

  #hurry(waiting: Waiting): void {
    if (waiting.isUrgent || waiting.hasBegun) return;
    waiting.isUrgent = true;
    this.#urgent.push(waiting);
  }

  #leave(): void {
    const next = this.#next(this.#urgent) ?? this.#next(this.#calm);
    if (next === null) this.#running -= 1;
    else {
      next.hasBegun = true;
      next.begin();
    }
  }

  /** Those that the other row has let in are passed over. */
  #next(row: Queue<Waiting>): Waiting | null {
    for (let next = row.shift(); next !== undefined; next = row.shift()) if (!next.hasBegun) return next;
    return null;
  }
}
