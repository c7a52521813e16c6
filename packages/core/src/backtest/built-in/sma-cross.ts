import { assert } from "../../shared/assert.ts";
import { type BarEvent, type Decision, NO_DECISIONS, type Strategy } from "../strategy-port.ts";

export interface SmaCrossSettings {
  readonly fast: number;
  readonly slow: number;
}

/** Rings hold the last `slow` closes of each share; sums are whole paise, so that ties are exact. */
interface SmaState {
  readonly closes: Float64Array;
  readonly fastSum: Float64Array;
  readonly slowSum: Float64Array;
  readonly seen: Int32Array;
  readonly trend: Int8Array;
}

/** Turns when the averages cross on a close; equal averages keep the side, and the first side is not a crossing. */
export function smaCross({ fast, slow }: SmaCrossSettings): Strategy<SmaState> {
  assert(fast >= 1 && fast < slow, "the fast average is the shorter one");
  return {
    name: `sma-${fast}-${slow}`,
    start: ({ length }) => ({
      closes: new Float64Array(length * slow),
      fastSum: new Float64Array(length),
      slowSum: new Float64Array(length),
      seen: new Int32Array(length),
      trend: new Int8Array(length),
    }),
    step: (state, event) => (event.kind === "bar" ? stepBar(state, event, fast, slow) : NO_DECISIONS),
  };
}

function stepBar(state: SmaState, bar: BarEvent, fast: number, slow: number): readonly Decision[] {
  const { symbol, close } = bar;
  const { closes, fastSum, slowSum, seen, trend } = state;
  const count = seen[symbol] as number;
  const ring = symbol * slow;
  const at = count % slow;
  // The ring still holds the close of `slow` bars ago in the new one's place; empty places are zero.
  const leavesFast = at >= fast ? closes[ring + at - fast] : closes[ring + at - fast + slow];
  const fastNow = (fastSum[symbol] as number) + close - (leavesFast as number);
  const slowNow = (slowSum[symbol] as number) + close - (closes[ring + at] as number);
  fastSum[symbol] = fastNow;
  slowSum[symbol] = slowNow;
  closes[ring + at] = close;
  seen[symbol] = count + 1;
  if (count + 1 < slow) return NO_DECISIONS;
  const difference = slow * fastNow - fast * slowNow;
  if (difference === 0) return NO_DECISIONS;
  const direction = difference > 0 ? 1 : -1;
  const before = trend[symbol] as number;
  if (direction === before) return NO_DECISIONS;
  trend[symbol] = direction;
  return before === 0 ? NO_DECISIONS : [turn(bar, direction)];
}

function turn({ symbol, close }: BarEvent, direction: number): Decision {
  return {
    kind: "enter",
    symbol,
    side: direction > 0 ? "buy" : "sell",
    price: close,
    limit: null,
    stop: null,
    target: null,
    medianTurnover: null,
    reason: direction > 0 ? "the faster average rose above the slower" : "the faster average fell below the slower",
  };
}
