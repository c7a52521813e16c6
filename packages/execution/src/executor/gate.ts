import { Queue } from "@vriddhi/core/shared/queue";

export interface Ticket {
  /** Resolves when the work may start. */
  readonly begun: Promise<void>;
  hurry(): void;
  done(): void;
}

interface Waiting {
  readonly begin: () => void;
  isUrgent: boolean;
  hasBegun: boolean;
}

/**
 * Limits concurrent work, urgent first. Slow start: few slots at first, one more with each release while others wait,
 * and fewer again when idle, so that the first orders leave while others are still decided.
 */
export class Gate {
  readonly #max: number;
  readonly #fewest: number;
  readonly #urgent = new Queue<Waiting>();
  /** Work that became urgent waits in both queues and starts by whichever comes first. */
  readonly #calm = new Queue<Waiting>();
  #room: number;
  #running = 0;
  #holds = 0;

  constructor(max: number, first = max) {
    this.#max = max;
    this.#fewest = Math.min(first, max);
    this.#room = this.#fewest;
  }

  enter(isUrgent: boolean): Ticket {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting: Waiting = {
      begin,
      isUrgent,
      hasBegun: this.#running < this.#room && (isUrgent || this.#holds === 0),
    };
    if (waiting.hasBegun) {
      this.#running += 1;
      begin();
    } else (isUrgent ? this.#urgent : this.#calm).push(waiting);
    return { begun, hurry: () => this.#hurry(waiting), done: () => this.#leave() };
  }

  /** Only urgent work starts until `work` has settled. */
  async keepCalm(work: () => Promise<void>): Promise<void> {
    this.#holds += 1;
    try {
      await work();
    } finally {
      this.#holds -= 1;
      this.#fill();
    }
  }

  isCalm(): boolean {
    return this.#holds > 0;
  }

  #hurry(waiting: Waiting): void {
    if (waiting.isUrgent || waiting.hasBegun) return;
    waiting.isUrgent = true;
    this.#urgent.push(waiting);
    this.#fill();
  }

  /** Slots may be free although work waits, while only urgent work may start. */
  #fill(): void {
    while (this.#running < this.#room && this.#admitNext()) this.#running += 1;
  }

  /** Passes the slot on without freeing it in between. */
  #leave(): void {
    if (!this.#admitNext()) {
      this.#running -= 1;
      if (this.#running === 0) this.#room = this.#fewest;
      return;
    }
    if (this.#room >= this.#max) return;
    this.#room += 1;
    if (this.#admitNext()) this.#running += 1;
  }

  #admitNext(): boolean {
    const next = this.#next(this.#urgent) ?? (this.#holds === 0 ? this.#next(this.#calm) : null);
    if (next === null) return false;
    next.hasBegun = true;
    next.begin();
    return true;
  }

  /** Skips those that the other queue has started. */
  #next(row: Queue<Waiting>): Waiting | null {
    for (let next = row.shift(); next !== undefined; next = row.shift()) if (!next.hasBegun) return next;
    return null;
  }
}
