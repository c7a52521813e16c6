import type { EpochMs } from "@vriddhi/core/time/clock";
import { realTimers, type Timers } from "./timers.ts";

/** Test timers that run on request, in the order of their instants, settling promises in between. */
export interface VirtualTimers extends Timers {
  advance(durationMs: number): Promise<void>;
  settle(): Promise<void>;
  waiting(): number;
}

interface Movable {
  now(): EpochMs;
  set(instant: EpochMs): void;
}

interface Alarm {
  readonly at: number;
  readonly run: () => void;
}

const SETTLE_ROUNDS = 20;

export function createVirtualTimers(clock: Movable): VirtualTimers {
  let alarms: readonly Alarm[] = [];

  async function settle(): Promise<void> {
    for (let round = 0; round < SETTLE_ROUNDS; round++) await Promise.resolve();
  }

  return {
    after(durationMs, run) {
      const alarm = { at: clock.now() + durationMs, run };
      alarms = [...alarms, alarm];
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
    async advance(durationMs) {
      await settle();
      const end = clock.now() + durationMs;
      for (;;) {
        const [next] = alarms.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        alarms = alarms.filter((other) => other !== next);
        clock.set(next.at as EpochMs);
        next.run();
        await settle();
      }
      clock.set(end as EpochMs);
    },
    settle,
    waiting: () => alarms.length,
  };
}

/** Test timers: real ones, except those of `limitMs` and longer, which expire only on request. */
export interface HandTimers extends Timers {
  expire(): void;
}

export function createHandTimers(limitMs: number): HandTimers {
  const held = new Set<() => void>();
  return {
    after(durationMs, run) {
      if (durationMs < limitMs) return realTimers.after(durationMs, run);
      held.add(run);
      return () => void held.delete(run);
    },
    expire() {
      for (const run of [...held]) {
        held.delete(run);
        run();
      }
    },
  };
}
