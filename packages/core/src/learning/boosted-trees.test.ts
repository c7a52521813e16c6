import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { type BoostedConfig, fitBoosted, predictBoosted } from "./boosted-trees.ts";
import type { Samples } from "./ridge.ts";

const config: BoostedConfig = { trees: 80, depth: 2, learningRate: 0.2, leafRowsMin: 20, bins: 16 };

/** Positive only where both features are: no linear model can learn that. */
function cornerSamples(rows: number): Samples {
  const random = createSeededRandom(9);
  const features = new Float64Array(rows * 2);
  const results = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const [a, b] = [random.int(-100, 100), random.int(-100, 100)];
    features.set([a, b], row * 2);
    results[row] = a > 0 && b > 0 ? 10 : 0;
  }
  return { width: 2, features, results };
}

const allRows = ({ results }: Samples): readonly number[] => Array.from(results, (_, row) => row);

describe("boosted trees", () => {
  it("learn an effect that needs two features together", () => {
    const samples = cornerSamples(2_000);
    const fit = fitBoosted(samples, allRows(samples), config);
    const errors = allRows(samples).map((row) =>
      Math.abs(predictBoosted(fit, samples, row) - (samples.results[row] ?? 0)),
    );
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1);
  });

  it("learn only from the given rows, deterministically", () => {
    const samples = cornerSamples(600);
    const named = allRows(samples).slice(0, 400);
    const before = fitBoosted(samples, named, config);
    samples.results.fill(9_999, 400);
    samples.features.fill(-9_999, 800);
    expect(fitBoosted(samples, named, config)).toEqual(before);
  });

  it("return the mean where too few rows would be left on a side", () => {
    const samples = cornerSamples(30);
    const { base, trees } = fitBoosted(samples, allRows(samples), config);
    expect(trees.every(({ kind }) => kind === "leaf")).toBe(true);
    expect(predictBoosted({ base, trees }, samples, 0)).toBeCloseTo(base, 9);
  });
});
