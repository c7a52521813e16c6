/** The only way to wait in here: tests hand in a virtual one. */
export interface Timers {
  /** Runs once, later; the answer takes it back. */
  after(durationMs: number, run: () => void): () => void;
}

/** Do not keep a process alive. */
export const realTimers: Timers = {
  after(durationMs, run) {
    const timer = setTimeout(run, durationMs).unref();
    return () => clearTimeout(timer);
  },
};
