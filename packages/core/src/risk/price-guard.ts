import type { Side } from "../order/order.ts";
import { clampToBand, type PriceBand } from "../order/price-band.ts";
import { type Paise, paise } from "../shared/money.ts";

/** How much worse than the signal's price an entry may be, in hundredths of a percent. */
const PRICE_GUARD_BASIS_POINTS = 50;

const BASIS_POINTS = 10_000;

export function guardPrice(side: Side, signalPrice: Paise): Paise {
  const factor = side === "buy" ? BASIS_POINTS + PRICE_GUARD_BASIS_POINTS : BASIS_POINTS - PRICE_GUARD_BASIS_POINTS;
  const price = (signalPrice * factor) / BASIS_POINTS;
  return paise(side === "buy" ? Math.floor(price) : Math.ceil(price));
}

/** The guard price rounded to the near tick, inside the band. `null` if the band has no such price. */
export function entryLimit(side: Side, signalPrice: Paise, band: PriceBand): Paise | null {
  const guard = guardPrice(side, signalPrice);
  // The less willing tick: a limit beyond the guard could fill beyond it.
  const limit = clampToBand(
    side === "buy" ? Math.floor(guard / band.tick) * band.tick : Math.ceil(guard / band.tick) * band.tick,
    side,
    band,
  );
  const isInside = side === "buy" ? limit <= guard : limit >= guard;
  return isInside ? limit : null;
}

/** The entry's current price: the ask for a purchase, the bid for a sale. */
export const isWithinGuard = (side: Side, signalPrice: Paise, executable: Paise): boolean =>
  side === "buy" ? executable <= guardPrice(side, signalPrice) : executable >= guardPrice(side, signalPrice);
