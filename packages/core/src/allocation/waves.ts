/** The first orders leave soon, the later ones in numbers. */
export const WAVE_SIZES = [32, 96, 256] as const;

const LAST_SIZE = WAVE_SIZES[WAVE_SIZES.length - 1] ?? 1;

/** 32, then 96, then 256 at a time; nothing lost, order kept. */
export function toWaves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const waves: (readonly T[])[] = [];
  let start = 0;
  while (start < items.length) {
    const size = WAVE_SIZES[waves.length] ?? LAST_SIZE;
    waves.push(items.slice(start, start + size));
    start += size;
  }
  return waves;
}
