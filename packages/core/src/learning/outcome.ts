import { judgeRoundTrip } from "../charges/charges.ts";
import type { Tariff } from "../charges/tariff.ts";
import type { Side } from "../order/order.ts";
import { type Paise, paise } from "../shared/money.ts";

export interface DayBars {
  readonly minute: ArrayLike<number>;
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
}

export interface TradePlan {
  readonly side: Side;
  readonly stop: number;
  readonly target: number;
  /** Everything is closed from this minute on; in the bars' minutes. */
  readonly closingFrom: number;
}

export interface OutcomeSettings {
  /** Slippage beyond the bar's price, in basis points. */
  readonly slippage: number;
  readonly stopSlippage: number;
  /** The order value at which charges are computed. */
  readonly notional: Paise;
  readonly tariff: Tariff;
}

export type TradeEnd = "stop" | "target" | "time";

export interface Outcome {
  readonly end: TradeEnd;
  readonly endMinute: number;
  readonly entry: number;
  readonly exit: number;
  /** Relative to the entry's value, in basis points, before and after charges. */
  readonly grossBasisPoints: number;
  readonly netBasisPoints: number;
}

const BASIS_POINTS = 10_000;

interface Ending {
  readonly end: TradeEnd;
  readonly place: number;
  readonly price: number;
}

const at = (column: ArrayLike<number>, place: number): number => column[place] as number;

/** Inside a bar the stop comes before the target; a price passed overnight or between bars fills at the open. */
function endInBar(bars: DayBars, place: number, plan: TradePlan): Ending | null {
  const [open, high, low] = [at(bars.open, place), at(bars.high, place), at(bars.low, place)];
  const sign = plan.side === "buy" ? 1 : -1;
  const [worst, best] = sign > 0 ? [low, high] : [high, low];
  if (sign * (open - plan.stop) <= 0) return { end: "stop", place, price: open };
  if (sign * (open - plan.target) >= 0) return { end: "target", place, price: open };
  if (sign * (worst - plan.stop) <= 0) return { end: "stop", place, price: plan.stop };
  return sign * (best - plan.target) >= 0 ? { end: "target", place, price: plan.target } : null;
}

function endOf(bars: DayBars, from: number, until: number, plan: TradePlan): Ending {
  for (let place = from; place < until; place++) {
    if (at(bars.minute, place) >= plan.closingFrom) return { end: "time", place, price: at(bars.open, place) };
    const ending = endInBar(bars, place, plan);
    if (ending !== null) return ending;
  }
  return { end: "time", place: until - 1, price: at(bars.close, until - 1) };
}

/** Filled at the open of `from`, decided at the close before it; `null` where the session has no later bar. */
export function outcomeOf(
  bars: DayBars,
  from: number,
  until: number,
  plan: TradePlan,
  settings: OutcomeSettings,
): Outcome | null {
  if (from >= until || at(bars.minute, from) >= plan.closingFrom) return null;
  const sign = plan.side === "buy" ? 1 : -1;
  const ending = endOf(bars, from, until, plan);
  const worse = ending.end === "stop" ? settings.stopSlippage : settings.slippage;
  const entry = Math.round(at(bars.open, from) * (1 + (sign * settings.slippage) / BASIS_POINTS));
  const exit = Math.round(ending.price * (1 - (sign * worse) / BASIS_POINTS));
  const quantity = Math.max(1, Math.floor(settings.notional / entry));
  const [buyPrice, sellPrice] = sign > 0 ? [entry, exit] : [exit, entry];
  const trip = { quantity, buyPrice: paise(buyPrice), sellPrice: paise(sellPrice) };
  const { gross, net } = judgeRoundTrip(trip, settings.tariff);
  const value = quantity * entry;
  return {
    end: ending.end,
    endMinute: at(bars.minute, ending.place),
    entry,
    exit,
    grossBasisPoints: (gross / value) * BASIS_POINTS,
    netBasisPoints: (net / value) * BASIS_POINTS,
  };
}
