import type { PriceBand } from "@vriddhi/core/order/price-band";
import type { StoredOrder } from "../ports/stored-order.ts";
import { type AccountView, stopOf } from "./account-view.ts";
import { isResting, openEntries } from "./plan-reads.ts";

/** Between these prices no decision is due for a share, while its band is unchanged. */
export interface PriceWakeFilter {
  readonly low: number;
  readonly high: number;
  readonly band: PriceBand | null;
}

const BASIS_POINTS = 10_000;

function quietOf(view: AccountView, order: StoredOrder): PriceWakeFilter | null {
  const { side, entry, instrument, positionId } = order;
  const { prices, settings, memory } = view;
  const [quote] = prices.quotes(instrument.isin);
  const isDoubted = (memory.watches.get(positionId)?.doubted ?? null) !== null;
  if (quote === undefined || entry === null || isDoubted) return null;
  const step = Math.ceil((quote.last * settings.priceStepBasisPoints) / BASIS_POINTS);
  const isLong = side === "buy";
  const stop = stopOf(view, order);
  const below = isLong ? stop : (entry.target ?? Number.NEGATIVE_INFINITY);
  const above = isLong ? (entry.target ?? Number.POSITIVE_INFINITY) : stop;
  const band = prices.band(instrument.isin);
  return { low: Math.max(below, quote.last - step), high: Math.min(above, quote.last + step), band };
}

/** With resting stops only a stop, a target or a step wakes an account. `null` if every price matters. */
export function priceWakeFilter(view: AccountView): ReadonlyMap<string, PriceWakeFilter> | null {
  if (view.phase !== "entries" && view.phase !== "no_entries") return null;
  if (!isResting(view)) return null;
  const quiet = new Map<string, PriceWakeFilter>();
  for (const entry of openEntries(view.book)) {
    const own = quietOf(view, entry);
    const { isin } = entry.instrument;
    const before = quiet.get(isin);
    if (own === null) return null;
    const { low, high } = before ?? own;
    quiet.set(isin, { low: Math.max(low, own.low), high: Math.min(high, own.high), band: own.band });
  }
  return quiet;
}
