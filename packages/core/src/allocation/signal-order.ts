import { createSeededRandom, type Random } from "../shared/random.ts";

/** The same text gives the same seed in every process. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

function swapInto<T>(items: T[], from: number, random: Random): void {
  const to = random.int(0, from);
  const [a, b] = [items[from] as T, items[to] as T];
  items[from] = b;
  items[to] = a;
}

/** A permutation that is fixed per signal and differs between signals, so that no account is always first. */
export function shuffledFor<T>(signalId: string, items: readonly T[]): readonly T[] {
  const random = createSeededRandom(seedOf(signalId));
  const shuffled = [...items];
  for (let from = shuffled.length - 1; from > 0; from--) swapInto(shuffled, from, random);
  return shuffled;
}
