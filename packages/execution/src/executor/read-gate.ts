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
}

/**
 * Lets so many reads of books be under way at once. Those that somebody's protection may depend on go first: a crowd that
 * looks at what rests must not hold up one that has just been filled.
 */
export class ReadGate {
  readonly #max: number;
  #urgent: Waiting[] = [];
  #calm: Waiting[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  enter(isUrgent: boolean): ReadTicket {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting: Waiting = { begin, isUrgent };
    if (this.#running < this.#max) {
      this.#running += 1;
      begin();
    } else (isUrgent ? this.#urgent : this.#calm).push(waiting);
    return { begun, hurry: () => this.#hurry(waiting), done: () => this.#leave() };
  }

  #hurry(waiting: Waiting): void {
    if (waiting.isUrgent || !this.#calm.includes(waiting)) return;
    waiting.isUrgent = true;
    this.#calm = this.#calm.filter((other) => other !== waiting);
    this.#urgent.push(waiting);
  }

  #leave(): void {
    const next = this.#urgent.shift() ?? this.#calm.shift();
    if (next === undefined) this.#running -= 1;
    else next.begin();
  }
}
