import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";

/** After this time a write of another process is visible here. */
const KEPT_MS = 10_000;
/** Cache limit, so that varied searches cannot fill the memory. */
const KEPT_MAX = 200;

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
