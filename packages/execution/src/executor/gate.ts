import { Queue } from "@vriddhi/core/shared/queue";

/** A place that is waited for, or held. */
export interface Ticket {
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
 * Lets so many be under way at once, the urgent ones first: a crowd that looks at what rests must not hold up somebody who
 * has just been filled. A crowd may begin with a few, so that its first orders leave while the others are still decided:
 * each that ends while others wait makes room for one more than itself, and after a rest there are few again.
 */
export class Gate {
  readonly #max: number;
  readonly #fewest: number;
  readonly #urgent = new Queue<Waiting>();
  /** Whoever has become urgent stands in both rows, and goes by the one that comes first. */
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

  /** Only the urgent ones begin until it has come to an end, however it does. */
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

  /** Places may be free although somebody waits, when only urgent ones could begin. */
  #fill(): void {
    while (this.#running < this.#room && this.#admitNext()) this.#running += 1;
  }

  /** The place goes to the next one without becoming free in between. */
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

  /** Those that the other row has let in are passed over. */
  #next(row: Queue<Waiting>): Waiting | null {
    for (let next = row.shift(); next !== undefined; next = row.shift()) if (!next.hasBegun) return next;
    return null;
  }
}
