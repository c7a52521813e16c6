/** The only way to wait; tests inject a virtual one. */
export interface Timers {
  /** Runs once, later; returns the cancel function. */
  after(durationMs: number, run: () => void): () => void;
}

/** Do not keep the process alive. */
export const realTimers: Timers = {
  after(durationMs, run) {
    const timer = setTimeout(run, durationMs).unref();
    return () => clearTimeout(timer);
  },
};
