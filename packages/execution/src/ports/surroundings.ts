/** The only way to wait: a simulation and tests hand in a virtual one. */
export interface Timers {
  /** Runs once, later; the answer takes it back. */
  after(durationMs: number, run: () => void): () => void;
}

/** Never set back, whatever happens to the wall clock. */
export interface MonotonicClock {
  nowMs(): number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Messages are constant; what varies goes into fields. */
export interface ExecutionLog {
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}
