import { chargesOfDay } from "../charges/charges.ts";
import type { Tariff } from "../charges/tariff.ts";
import type { Side } from "../order/order.ts";
import { assert } from "../shared/assert.ts";
import { type Paise, paise } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { dailyStopLimit } from "./daily-stop.ts";

/** Capital at risk between entry and stop: 0.5 %. */
const RISK_BASIS_POINTS = 50;
/** Of the share's median daily turnover, for all accounts together: 0.1 %. */
const TURNOVER_BASIS_POINTS = 10;

const BASIS_POINTS = 10_000;

/** The whole part of `amount` × `times` / `by`, exact also beyond safe integers. */
function scaleDown(amount: number, times: number, by: number): number {
  const product = amount * times;
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % by)) / by;
  return Number((BigInt(amount) * BigInt(times)) / BigInt(by));
}

export interface SizingFacts {
  readonly side: Side;
  /** The entry's limit: its worst fill. */
  readonly price: Paise;
  readonly stop: Paise;
  readonly capital: Paise;
  /** The limit of the running period; the smaller of the two counts. */
  readonly band: Paise;
  /** What the broker lets a new order block. */
  readonly funds: Paise;
  readonly marginPerShare: Paise;
  /** The account's part of the common turnover limit, see `turnoverShares`. */
  readonly sharesMax: number;
  /** The user's own daily stop if it is tighter than the rule. */
  readonly ownDailyStop: Paise | null;
  readonly tariff: Tariff;
}

export type SizingRefusal =
  | "stop_on_wrong_side"
  | "capital_too_low"
  | "funds_too_low"
  | "turnover_too_low"
  | "risk_too_high";

export interface Sized {
  readonly quantity: number;
  /** One share, because the risk allows no whole one and its stop-out stays within the daily stop. */
  readonly isSmallAccount: boolean;
}

/** An account's place in the row of all running accounts, laid end to end by capital. */
export interface CapitalPlace {
  readonly capital: Paise;
  readonly before: Paise;
  readonly all: Paise;
  /** Start of the row for this signal, below `all`: rounding favours another account each time. */
  readonly rotation: Paise;
}

/** Shares are cut where the account begins and ends in the row: the parts add up exactly, each computed alone. */
export function turnoverShares(medianTurnover: Paise, price: Paise, place: CapitalPlace): number {
  const { capital, before, all, rotation } = place;
  assert(price > 0 && before >= 0 && before + capital <= all, "the row of accounts holds this account");
  assert(rotation >= 0 && (rotation < all || all === 0), "the row begins within itself");
  if (all === 0) return 0;
  const whole = Math.floor(scaleDown(medianTurnover, TURNOVER_BASIS_POINTS, BASIS_POINTS) / price);
  const upTo = (amount: number): number => scaleDown(whole, amount, all);
  return upTo(rotation + before + capital) - upTo(rotation + before);
}

const stopDistance = ({ side, price, stop }: SizingFacts): number => (side === "buy" ? price - stop : stop - price);

/** The loss of one share bought at the limit and closed at the stop, including charges. */
function stopOutOfOne(facts: SizingFacts): number {
  const exitSide: Side = facts.side === "buy" ? "sell" : "buy";
  const orders = [
    { side: facts.side, value: facts.price },
    { side: exitSide, value: facts.stop },
  ];
  return stopDistance(facts) + chargesOfDay(orders, facts.tariff).total;
}

const riskShares = (capital: Paise, distance: number): number =>
  scaleDown(capital, RISK_BASIS_POINTS, BASIS_POINTS * distance);

export function sizeEntry(facts: SizingFacts): Result<Sized, SizingRefusal> {
  assert(facts.price > 0 && facts.marginPerShare > 0, "a share has a price and a margin");
  const distance = stopDistance(facts);
  if (distance <= 0 || facts.stop <= 0) return err("stop_on_wrong_side");
  const capital = paise(Math.min(facts.capital, facts.band));
  const affordable = Math.floor(capital / facts.price);
  if (affordable < 1) return err("capital_too_low");
  const funded = Math.floor(facts.funds / facts.marginPerShare);
  if (funded < 1) return err("funds_too_low");
  if (facts.sharesMax < 1) return err("turnover_too_low");
  const quantity = Math.min(affordable, funded, facts.sharesMax, riskShares(capital, distance));
  if (quantity >= 1) return ok({ quantity, isSmallAccount: false });
  const limit = dailyStopLimit(capital, facts.ownDailyStop);
  return stopOutOfOne(facts) < limit ? ok({ quantity: 1, isSmallAccount: true }) : err("risk_too_high");
}
