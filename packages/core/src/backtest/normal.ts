const SQRT_TWO_PI = Math.sqrt(2 * Math.PI);
/** Beyond it the tail is below a double's resolution. */
const EDGE = 8;
const HALVINGS = 80;

/** The normal distribution function, by the series x + x³/3 + x⁵/15 + … times the density. */
export function normalChance(x: number): number {
  if (x <= -EDGE) return 0;
  if (x >= EDGE) return 1;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > Math.abs(sum) * Number.EPSILON; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / SQRT_TWO_PI;
}

export function normalQuantile(chance: number): number {
  let [low, high] = [-EDGE, EDGE];
  for (let round = 0; round < HALVINGS; round += 1) {
    const middle = (low + high) / 2;
    if (normalChance(middle) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
