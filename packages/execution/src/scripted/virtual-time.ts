import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { MonotonicClock, Timers } from "../ports/surroundings.ts";

interface Alarm {
  readonly at: number;
  readonly n: number;
  readonly run: () => void;
}

/** One virtual time for all clocks; it advances on request and settles promise-only work in between. */
export class VirtualTime implements Timers, MonotonicClock {
  #now: number;
  #count = 0;
  #alarms: Alarm[] = [];

  constructor(start: EpochMs) {
    this.#now = start;
  }

  now(): EpochMs {
    return epochMs(this.#now);
  }

  nowMs(): number {
    return this.#now;
  }

  after(durationMs: number, run: () => void): () => void {
    const alarm = { at: this.#now + Math.max(0, durationMs), n: this.#count++, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  wait(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(durationMs, resolve);
    });
  }

  async advance(durationMs: number): Promise<void> {
    await this.settle();
    const end = this.#now + durationMs;
    for (;;) {
      const next = this.#next(end);
      if (next === null) break;
      this.#alarms = this.#alarms.filter((other) => other !== next);
      this.#now = next.at;
      next.run();
      await this.settle();
    }
    this.#now = end;
  }

  /** No work in here waits for I/O, so one turn of the event loop settles all promises. */
  settle(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  #next(end: number): Alarm | null {
    let next: Alarm | null = null;
    for (const alarm of this.#alarms) {
      if (alarm.at > end) continue;
      if (next === null || alarm.at < next.at || (alarm.at === next.at && alarm.n < next.n)) next = alarm;
    }
    return next;
  }
}
