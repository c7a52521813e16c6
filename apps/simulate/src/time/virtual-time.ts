interface Happening {
  readonly at: number;
  /** Ties run in planning order. */
  readonly order: number;
  run: (() => void) | null;
}

const isBefore = (a: Happening, b: Happening): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Interval of yields to the event loop, so that the process stays responsive. */
const BREATHES_EVERY = 2_048;
const DONE = Promise.resolve();

/** Milliseconds since the day's start. A planned step runs once all before it have run and their promises settled. */
export class VirtualTime {
  readonly #heap: Happening[] = [];
  #now = 0;
  #planned = 0;

  now(): number {
    return this.#now;
  }

  after(durationMs: number, run: () => void): () => void {
    const happening = { at: this.#now + Math.max(0, Math.ceil(durationMs)), order: this.#planned++, run } as Happening;
    this.#push(happening);
    return () => {
      happening.run = null;
    };
  }

  liveUntil(end: number, isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let lived = 0;
      const settle = (): void => {
        lived += 1;
        if (lived % BREATHES_EVERY === 0) setImmediate(step);
        else void DONE.then(tick);
      };
      // nextTick from a promise runs after all other promises have settled; the next event waits for that.
      const tick = (): void => process.nextTick(step);
      const step = (): void => {
        try {
          const isLeft = !isOver() && this.#runNext(end);
          if (!isLeft && !isOver()) this.#now = Math.max(this.#now, end);
          if (isLeft) settle();
          else resolve();
        } catch (error) {
          reject(error);
        }
      };
      settle();
    });
  }

  /** False when nothing more is planned up to `end`. */
  #runNext(end: number): boolean {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      if (next.run === null) continue;
      this.#now = next.at;
      next.run();
      return true;
    }
    return false;
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
