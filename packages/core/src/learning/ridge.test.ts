import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../shared/random.ts";
import { fitRidge, predictRow, type Samples, solveSymmetric } from "./ridge.ts";

/** Results that follow 3 + 2a − b + c, with c in {0, 1}. */
function lineSamples(rows: number, noise: number): Samples {
  const random = createSeededRandom(3);
  const features = new Float64Array(rows * 3);
  const results = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const [a, b, c] = [random.int(-100, 100) / 10, random.int(-50, 50), random.int(0, 1)];
    features.set([a, b, c], row * 3);
    results[row] = 3 + 2 * a - b + c + (random.int(-100, 100) / 100) * noise;
  }
  return { width: 3, features, results };
}

const allRows = ({ results }: Samples): readonly number[] => Array.from(results, (_, row) => row);

describe("ridge regression", () => {
  it("solves a symmetric system", () => {
    const solved = solveSymmetric(new Float64Array([4, 2, 2, 3]), new Float64Array([10, 8]));
    expect([...solved].map((value) => Number(value.toFixed(12)))).toEqual([1.75, 1.5]);
  });

  it("recovers the true line with a tiny penalty", () => {
    const samples = lineSamples(500, 0);
    const fit = fitRidge(samples, allRows(samples), 1e-9);
    for (const row of [0, 17, 499])
      expect(predictRow(fit, samples, row)).toBeCloseTo(samples.results[row] as number, 6);
  });

  it("fulfils its normal equations: the residuals along each feature equal the penalty times its weight", () => {
    const samples = lineSamples(200, 20);
    const penalty = 40;
    const fit = fitRidge(samples, allRows(samples), penalty);
    for (let place = 0; place < 3; place++) {
      const along = allRows(samples).reduce((sum, row) => {
        const value = samples.features[row * 3 + place] as number;
        const scaled = (value - (fit.means[place] as number)) / (fit.deviations[place] as number);
        return sum + scaled * ((samples.results[row] as number) - predictRow(fit, samples, row));
      }, 0);
      expect(along).toBeCloseTo(penalty * (fit.weights[place] as number), 6);
    }
  });

  it("shrinks towards the mean as the penalty grows", () => {
    const samples = lineSamples(200, 20);
    const size = (penalty: number) => Math.hypot(...fitRidge(samples, allRows(samples), penalty).weights);
    expect(size(1)).toBeGreaterThan(size(1_000));
    expect(size(1e12)).toBeLessThan(1e-6);
  });

  it("learns only from the given rows", () => {
    const samples = lineSamples(300, 20);
    const named = allRows(samples).slice(0, 200);
    const before = fitRidge(samples, named, 10);
    samples.results.fill(9_999, 200);
    samples.features.fill(-9_999, 600);
    expect(fitRidge(samples, named, 10)).toEqual(before);
  });

  it("gives a constant feature no weight", () => {
    const samples = { width: 1, features: new Float64Array([5, 5, 5]), results: new Float64Array([1, 2, 3]) };
    const fit = fitRidge(samples, [0, 1, 2], 1);
    expect([fit.deviations[0], fit.weights[0], predictRow(fit, samples, 0)]).toEqual([1, 0, 2]);
  });
});
