/** The only way to wait: tests inject virtual timers. */
export interface Timers {
  after(durationMs: number, run: () => void): () => void;
}

/** These timers do not keep a process alive. */
export const realTimers: Timers = {
  after(durationMs, run) {
    const timer = setTimeout(run, durationMs).unref();
    return () => clearTimeout(timer);
  },
};
