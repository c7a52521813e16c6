/** The first orders leave soon, the later ones in large batches. */
export const WAVE_SIZES = [32, 96, 256] as const;

/** Splits into waves of the given sizes, repeating the last; keeps every item and the order. */
export function toWaves<T>(items: readonly T[], sizes: readonly number[] = WAVE_SIZES): readonly (readonly T[])[] {
  const lastSize = Math.max(1, sizes.at(-1) ?? 1);
  const waves: (readonly T[])[] = [];
  let start = 0;
  while (start < items.length) {
    const size = sizes[waves.length] ?? lastSize;
    waves.push(items.slice(start, start + size));
    start += size;
  }
  return waves;
}
