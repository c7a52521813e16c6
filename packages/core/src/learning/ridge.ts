import { assert } from "../shared/assert.ts";

export interface Samples {
  readonly width: number;
  readonly features: Float64Array;
  readonly results: Float64Array;
}

export interface RidgeFit {
  readonly intercept: number;
  readonly means: Float64Array;
  /** Never zero: a constant feature counts as 1, and its weight is 0. */
  readonly deviations: Float64Array;
  readonly weights: Float64Array;
}

const SMALLEST_DEVIATION = 1e-9;

const at = (values: Float64Array, place: number): number => values[place] as number;

function meansOf({ width, features }: Samples, rows: readonly number[]): Float64Array {
  const means = new Float64Array(width);
  for (const row of rows)
    for (let place = 0; place < width; place++) means[place] = at(means, place) + at(features, row * width + place);
  return means.map((sum) => sum / rows.length);
}

function deviationsOf({ width, features }: Samples, rows: readonly number[], means: Float64Array): Float64Array {
  const squares = new Float64Array(width);
  for (const row of rows)
    for (let place = 0; place < width; place++)
      squares[place] = at(squares, place) + (at(features, row * width + place) - at(means, place)) ** 2;
  return squares.map((sum) => {
    const deviation = Math.sqrt(sum / rows.length);
    return deviation < SMALLEST_DEVIATION ? 1 : deviation;
  });
}

/** Solves a symmetric positive definite system in place, by Cholesky factors. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const factor = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let sum = at(matrix, row * size + column);
      for (let k = 0; k < column; k++) sum -= at(factor, row * size + k) * at(factor, column * size + k);
      if (row === column) {
        assert(sum > 0, "the system has one solution");
        factor[row * size + row] = Math.sqrt(sum);
      } else factor[row * size + column] = sum / at(factor, column * size + column);
    }
  return substituteBack(factor, substituteForward(factor, right));
}

function substituteForward(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solved = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let sum = at(right, row);
    for (let k = 0; k < row; k++) sum -= at(factor, row * size + k) * at(solved, k);
    solved[row] = sum / at(factor, row * size + row);
  }
  return solved;
}

function substituteBack(factor: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const solved = new Float64Array(size);
  for (let row = size - 1; row >= 0; row--) {
    let sum = at(right, row);
    for (let k = row + 1; k < size; k++) sum -= at(factor, k * size + row) * at(solved, k);
    solved[row] = sum / at(factor, row * size + row);
  }
  return solved;
}

interface NormalSystem {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

function normalSystem(samples: Samples, rows: readonly number[], scale: Omit<RidgeFit, "weights">): NormalSystem {
  const { width, features, results } = samples;
  const matrix = new Float64Array(width * width);
  const right = new Float64Array(width);
  const row = new Float64Array(width);
  for (const number of rows) {
    for (let place = 0; place < width; place++)
      row[place] = (at(features, number * width + place) - at(scale.means, place)) / at(scale.deviations, place);
    const rest = at(results, number) - scale.intercept;
    for (let one = 0; one < width; one++) {
      const value = at(row, one);
      right[one] = at(right, one) + value * rest;
      for (let other = 0; other <= one; other++)
        matrix[one * width + other] = at(matrix, one * width + other) + value * at(row, other);
    }
  }
  return { matrix, right };
}

/** Features are standardised; the intercept has no penalty. The same rows give the same bits. */
export function fitRidge(samples: Samples, rows: readonly number[], penalty: number): RidgeFit {
  assert(rows.length > 0 && penalty > 0, "rows to learn from and a penalty above zero");
  const means = meansOf(samples, rows);
  const deviations = deviationsOf(samples, rows, means);
  const intercept = rows.reduce((sum, row) => sum + at(samples.results, row), 0) / rows.length;
  const { matrix, right } = normalSystem(samples, rows, { intercept, means, deviations });
  const { width } = samples;
  for (let place = 0; place < width; place++)
    matrix[place * width + place] = at(matrix, place * width + place) + penalty;
  return { intercept, means, deviations, weights: solveSymmetric(matrix, right) };
}

export function predictRow(fit: RidgeFit, samples: Samples, row: number): number {
  let sum = fit.intercept;
  for (let place = 0; place < samples.width; place++) {
    const value = at(samples.features, row * samples.width + place);
    sum += ((value - at(fit.means, place)) / at(fit.deviations, place)) * at(fit.weights, place);
  }
  return sum;
}
