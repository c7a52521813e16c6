import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";

/** Another process may have written meanwhile: after this it is seen here too. */
const KEPT_MS = 10_000;
/** Of questions, so that nobody fills the memory by asking for ever new words. */
const KEPT_MAX = 200;

/** Keeps what is dear to count and changes seldom; what this process writes is seen at once. */
export function createCounts(clock: HumanClock) {
  const kept = new Map<string, { readonly value: unknown; readonly until: EpochMs }>();
  return {
    async keep<T>(question: string, ask: () => Promise<T>): Promise<T> {
      const known = kept.get(question);
      if (known !== undefined && known.until > clock.now()) return known.value as T;
      const value = await ask();
      if (kept.size >= KEPT_MAX) kept.clear();
      kept.set(question, { value, until: (clock.now() + KEPT_MS) as EpochMs });
      return value;
    },
    forget: () => kept.clear(),
  };
}
