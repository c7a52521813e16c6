/** The first orders leave soon, the later ones in numbers. */
export const WAVE_SIZES = [32, 96, 256] as const;

/** As many at a time as `sizes` say, the last of them again and again; nothing lost, order kept. */
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
