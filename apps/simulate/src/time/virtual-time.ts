interface Happening {
  readonly at: number;
  /** What is due at the same instant happens in the order in which it was planned. */
  readonly order: number;
  run: (() => void) | null;
}

const isBefore = (a: Happening, b: Happening): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Everything that was promised is settled before the next macrotask begins. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Time that passes only from one happening to the next. Milliseconds since the day began. Nothing waits: what is
 * planned for later runs as soon as everything before it has run and its promises have settled.
 */
export class VirtualTime {
  readonly #heap: Happening[] = [];
  #now = 0;
  #planned = 0;

  now(): number {
    return this.#now;
  }

  /** The answer takes it back. */
  after(durationMs: number, run: () => void): () => void {
    const happening = { at: this.#now + Math.max(0, Math.ceil(durationMs)), order: this.#planned++, run } as Happening;
    this.#push(happening);
    return () => {
      happening.run = null;
    };
  }

  /** Lives until `end`, or until `isOver` says so. */
  async liveUntil(end: number, isOver: () => boolean): Promise<void> {
    await settled();
    for (let next = this.#heap[0]; next !== undefined && next.at <= end && !isOver(); next = this.#heap[0]) {
      this.#pop();
      if (next.run === null) continue;
      this.#now = next.at;
      next.run();
      await settled();
    }
    if (!isOver()) this.#now = Math.max(this.#now, end);
  }

  #push(happening: Happening): void {
    const heap = this.#heap;
    let place = heap.push(happening) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as Happening;
      if (!isBefore(happening, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = happening;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Happening, heap[below] as Happening)) below++;
      const child = heap[below] as Happening;
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
  }
}
