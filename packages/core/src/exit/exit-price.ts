import type { Pricing } from "../order/order.ts";
import { clampToBand, giveWay, highestPrice, lowestPrice } from "../order/price-band.ts";
import type { Paise } from "../shared/money.ts";
import { exitSide } from "./exit-facts.ts";
import type { ExitMarket, ExitPosition, ExitSettings } from "./exit-model.ts";

/** The worst price that the band allows: where an exit rests without a counterparty. */
export const bandEdge = (position: ExitPosition, { band }: ExitMarket): Paise =>
  exitSide(position) === "sell" ? lowestPrice(band) : highestPrice(band);

const leavingPrice = (position: ExitPosition, market: ExitMarket): Paise | null =>
  position.direction === "long" ? market.bid : market.ask;

export function isLockedAtCircuit(position: ExitPosition, market: ExitMarket): boolean {
  if (market.isStale || market.last === null) return false;
  const { bid, ask, last } = market;
  return position.direction === "long"
    ? last <= market.band.lower && (bid === null || bid <= market.band.lower)
    : last >= market.band.upper && (ask === null || ask >= market.band.upper);
}

/** A limit that trades at once if anything trades; it still fills at the best price. */
export function marketableLimit(position: ExitPosition, market: ExitMarket, settings: ExitSettings): Paise {
  const side = exitSide(position);
  const price = leavingPrice(position, market);
  if (price !== null && !market.isStale) return giveWay(price, side, settings.marketableBasisPoints, market.band);
  const known = price ?? market.last;
  // The price meanwhile is unknown, so the limit gives way as far as a stop would.
  return known === null ? bandEdge(position, market) : giveWay(known, side, settings.stopLimitBasisPoints, market.band);
}

/** The protective stop: a limit well behind the trigger, so that a gap does not skip it. */
export function protectiveStop(position: ExitPosition, market: ExitMarket, settings: ExitSettings): Pricing {
  const side = exitSide(position);
  const trigger = clampToBand(position.stop, side, market.band);
  const behind = Math.min(settings.stopLimitBasisPoints, settings.priceProtectionBasisPoints);
  return { kind: "stop_limit", trigger, limit: giveWay(trigger, side, behind, market.band) };
}

/** The broker would refuse a trigger at or beyond the last price. */
export function isStopPassed(position: ExitPosition, { last, bid, ask }: ExitMarket): boolean {
  const isPassed = (price: Paise | null): boolean =>
    price !== null && (position.direction === "long" ? price <= position.stop : price >= position.stop);
  return isPassed(last) || isPassed(position.direction === "long" ? bid : ask);
}

export function isTargetReached(position: ExitPosition, market: ExitMarket): boolean {
  const price = leavingPrice(position, market);
  if (position.target === null || price === null || market.isStale) return false;
  return position.direction === "long" ? price >= position.target : price <= position.target;
}

/** True if `wanted` trades where `limit` does not. */
export const isMoreWilling = (position: ExitPosition, wanted: Paise, limit: Paise): boolean =>
  exitSide(position) === "sell" ? wanted < limit : wanted > limit;
