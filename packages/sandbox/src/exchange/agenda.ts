import type { EpochMs } from "@vriddhi/core/time/clock";

interface Entry {
  readonly at: EpochMs;
  readonly run: () => void;
}

/** Scheduled events in chronological order; ties keep scheduling order. */
export class Agenda {
  readonly #entries: Entry[] = [];

  plan(at: EpochMs, run: () => void): void {
    let index = this.#entries.length;
    while (index > 0 && (this.#entries[index - 1] as Entry).at > at) index--;
    this.#entries.splice(index, 0, { at, run });
  }

  nextAt(): EpochMs | null {
    return this.#entries[0]?.at ?? null;
  }

  take(): Entry | null {
    return this.#entries.shift() ?? null;
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
