import type { Samples } from "./ridge.ts";

export interface BoostedConfig {
  readonly trees: number;
  /** Splits on the way from the root to a leaf. */
  readonly depth: number;
  readonly learningRate: number;
  readonly leafRowsMin: number;
  /** Values of a feature are sorted into at most 256 bins of equal count. */
  readonly bins: number;
}

/** A leaf has a value; a fork sends rows whose feature is at most `limit` to the left. */
export type TreeNode =
  | { readonly kind: "leaf"; readonly value: number }
  | {
      readonly kind: "fork";
      readonly feature: number;
      readonly limit: number;
      readonly left: TreeNode;
      readonly right: TreeNode;
    };

export interface BoostedFit {
  readonly base: number;
  readonly trees: readonly TreeNode[];
}

interface Grower {
  readonly samples: Samples;
  readonly config: BoostedConfig;
  readonly limits: readonly Float64Array[];
  readonly binOf: Uint8Array;
  readonly rest: Float64Array;
}

const at = (values: ArrayLike<number>, place: number): number => values[place] as number;

function limitsOf({ width, features }: Samples, rows: readonly number[], bins: number): readonly Float64Array[] {
  return Array.from({ length: width }, (_, feature) => {
    const sorted = Float64Array.from(rows, (row) => at(features, row * width + feature)).sort();
    const limits = Array.from({ length: bins - 1 }, (_unused, bin) =>
      at(sorted, Math.floor(((bin + 1) * sorted.length) / bins)),
    );
    return Float64Array.from(new Set(limits));
  });
}

function binRows({ width, features }: Samples, rows: readonly number[], limits: readonly Float64Array[]): Uint8Array {
  const binOf = new Uint8Array(features.length);
  for (const row of rows)
    for (const [feature, uppers] of limits.entries()) {
      const value = at(features, row * width + feature);
      let bin = 0;
      while (bin < uppers.length && value > at(uppers, bin)) bin++;
      binOf[row * width + feature] = bin;
    }
  return binOf;
}

interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
}

const meanRest = ({ rest }: Grower, rows: readonly number[]): number =>
  rows.reduce((sum, row) => sum + at(rest, row), 0) / rows.length;

/** The best split by one feature: where the squared sums of both sides gain most. */
function bestOfFeature(grower: Grower, rows: readonly number[], feature: number, total: number): Split | null {
  const { samples, binOf, rest, config, limits } = grower;
  const bins = (limits[feature]?.length ?? 0) + 1;
  const [sums, counts] = [new Float64Array(bins), new Int32Array(bins)];
  for (const row of rows) {
    const bin = at(binOf, row * samples.width + feature);
    sums[bin] = at(sums, bin) + at(rest, row);
    counts[bin] = at(counts, bin) + 1;
  }
  let best: Split | null = null;
  let [sum, count] = [0, 0];
  for (let bin = 0; bin < bins - 1; bin++) {
    sum += at(sums, bin);
    count += at(counts, bin);
    const others = rows.length - count;
    if (count < config.leafRowsMin || others < config.leafRowsMin) continue;
    const gain = sum ** 2 / count + (total - sum) ** 2 / others - total ** 2 / rows.length;
    if (gain > (best?.gain ?? 0)) best = { feature, bin, gain };
  }
  return best;
}

function bestSplit(grower: Grower, rows: readonly number[]): Split | null {
  const total = meanRest(grower, rows) * rows.length;
  let best: Split | null = null;
  for (let feature = 0; feature < grower.samples.width; feature++) {
    const found = bestOfFeature(grower, rows, feature, total);
    if (found !== null && found.gain > (best?.gain ?? 0)) best = found;
  }
  return best;
}

function grow(grower: Grower, rows: readonly number[], depth: number): TreeNode {
  const split = depth > 0 ? bestSplit(grower, rows) : null;
  if (split === null) return { kind: "leaf", value: meanRest(grower, rows) * grower.config.learningRate };
  const { feature, bin } = split;
  const { width } = grower.samples;
  const isLeft = (row: number): boolean => at(grower.binOf, row * width + feature) <= bin;
  return {
    kind: "fork",
    feature,
    limit: at(grower.limits[feature] as Float64Array, bin),
    left: grow(grower, rows.filter(isLeft), depth - 1),
    right: grow(
      grower,
      rows.filter((row) => !isLeft(row)),
      depth - 1,
    ),
  };
}

function leafValue(tree: TreeNode, { width, features }: Samples, row: number): number {
  let node = tree;
  while (node.kind === "fork") node = at(features, row * width + node.feature) <= node.limit ? node.left : node.right;
  return node.value;
}

/** Small trees, each fitted to the residuals of the previous ones. Deterministic. */
export function fitBoosted(samples: Samples, rows: readonly number[], config: BoostedConfig): BoostedFit {
  const base = rows.reduce((sum, row) => sum + at(samples.results, row), 0) / rows.length;
  const limits = limitsOf(samples, rows, config.bins);
  const rest = samples.results.map((result) => result - base);
  const grower: Grower = { samples, config, limits, binOf: binRows(samples, rows, limits), rest };
  const trees: TreeNode[] = [];
  for (let number = 0; number < config.trees; number++) {
    const tree = grow(grower, rows, config.depth);
    for (const row of rows) rest[row] = at(rest, row) - leafValue(tree, samples, row);
    trees.push(tree);
  }
  return { base, trees };
}

export const predictBoosted = ({ base, trees }: BoostedFit, samples: Samples, row: number): number =>
  trees.reduce((sum, tree) => sum + leafValue(tree, samples, row), base);
