/** The only way to wait; a simulation and tests inject a virtual one. */
export interface Timers {
  /** Runs once, later; returns the cancel function. */
  after(durationMs: number, run: () => void): () => void;
}

/** Monotonic: never set back by wall-clock changes. */
export interface MonotonicClock {
  nowMs(): number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Messages are constant; variables are fields. */
export interface ExecutionLog {
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}
