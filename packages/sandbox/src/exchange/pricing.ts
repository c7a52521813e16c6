import { unreachable } from "@vriddhi/core/shared/assert";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Pricing, Protection, RejectReason } from "./model.ts";
import { ceilToTick, floorToTick } from "./tick-size.ts";

export interface PriceRules {
  readonly tick: number;
  readonly lower: number;
  readonly upper: number;
  readonly last: number;
}

/** `trigger` is 0 for orders that go to the market at once. */
export interface Resolved {
  readonly limit: number;
  readonly trigger: number;
}

const BASIS = 10_000;
const CHEAP_BELOW = 10_000;
const DEAR_ABOVE = 50_000;

function protectionAt(price: number, protection: Protection): number {
  if (protection !== "auto") return protection;
  return price < CHEAP_BELOW ? 200 : price <= DEAR_ABOVE ? 100 : 50;
}

/** The worst price a protected order accepts, in whole ticks and inside the band. */
function protectedLimit(isBuy: boolean, from: number, protection: Protection, rules: PriceRules): number {
  const share = protectionAt(from, protection);
  const raw = (from * (BASIS + (isBuy ? share : -share))) / BASIS;
  const limit = isBuy ? floorToTick(raw, rules.tick) : ceilToTick(raw, rules.tick);
  return Math.min(rules.upper, Math.max(rules.lower, limit));
}

const isInTicks = (price: number, tick: number): boolean =>
  Number.isSafeInteger(price) && price > 0 && price % tick === 0;

const isProtected = (protection: Protection | null): protection is Protection =>
  protection === "auto" || (protection !== null && Number.isFinite(protection) && protection > 0);

function resolveStop(
  isBuy: boolean,
  trigger: number,
  limit: number,
  rules: PriceRules,
): Result<Resolved, RejectReason> {
  if (!(isInTicks(trigger, rules.tick) && isInTicks(limit, rules.tick))) return err("tick_size");
  const isInside = [trigger, limit].every((price) => price >= rules.lower && price <= rules.upper);
  if (!isInside) return err("outside_price_band");
  const isPassed = isBuy ? trigger < rules.last || limit < trigger : trigger > rules.last || limit > trigger;
  return isPassed ? err("trigger_on_wrong_side") : ok({ limit, trigger });
}

export function resolvePricing(pricing: Pricing, isBuy: boolean, rules: PriceRules): Result<Resolved, RejectReason> {
  switch (pricing.kind) {
    case "limit": {
      if (!isInTicks(pricing.price, rules.tick)) return err("tick_size");
      const isInside = pricing.price >= rules.lower && pricing.price <= rules.upper;
      return isInside ? ok({ limit: pricing.price, trigger: 0 }) : err("outside_price_band");
    }
    case "stop_limit":
      return resolveStop(isBuy, pricing.trigger, pricing.price, rules);
    case "market": {
      if (!isProtected(pricing.protection)) return err("market_without_protection");
      return ok({ limit: protectedLimit(isBuy, rules.last, pricing.protection, rules), trigger: 0 });
    }
    case "stop_market": {
      if (!isProtected(pricing.protection)) return err("market_without_protection");
      if (!isInTicks(pricing.trigger, rules.tick)) return err("tick_size");
      const limit = protectedLimit(isBuy, pricing.trigger, pricing.protection, rules);
      return resolveStop(isBuy, pricing.trigger, limit, rules);
    }
    default:
      return unreachable(pricing);
  }
}

export const isStop = (pricing: Pricing): boolean => pricing.kind === "stop_limit" || pricing.kind === "stop_market";
