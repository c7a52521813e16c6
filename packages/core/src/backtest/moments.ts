/** Mean, spread and shape of a sample. Kurtosis is not excess kurtosis: 3 for normal numbers. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** With count − 1. */
  readonly deviation: number;
  readonly skewness: number;
  readonly kurtosis: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  if (count === 0) return { count, mean: 0, deviation: 0, skewness: 0, kurtosis: 3 };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let [second, third, fourth] = [0, 0, 0];
  for (const value of values) {
    const away = value - mean;
    second += away ** 2;
    third += away ** 3;
    fourth += away ** 4;
  }
  const variance = second / count;
  return {
    count,
    mean,
    deviation: count > 1 ? Math.sqrt(second / (count - 1)) : 0,
    skewness: variance === 0 ? 0 : third / count / variance ** 1.5,
    kurtosis: variance === 0 ? 3 : fourth / count / variance ** 2,
  };
}

/** Mean divided by deviation, per day; 0 without any variation. */
export const sharpeOf = ({ mean, deviation }: Moments): number => (deviation === 0 ? 0 : mean / deviation);
