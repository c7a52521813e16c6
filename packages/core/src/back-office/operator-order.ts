import type { AccountId } from "../allocation/account-id.ts";
import type { EntrySignal, FanOutOutcome, Skip } from "../allocation/fan-out.ts";
import type { Side } from "../order/order.ts";
import { ceilToTick, clampToBand, floorToTick, isInsideBand, type PriceBand } from "../order/price-band.ts";
import { type AccountFacts, checkEntry, type SkipReason } from "../risk/pre-trade.ts";
import { entryLimit } from "../risk/price-guard.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import { type Paise, paise } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** How long after its placement an operator's order may leave; the placing call returns a little later. */
export const OPERATOR_VALID_MS = 20 * SECOND_MS;

/** How long the call waits for brokers; with the price look-up before it, it answers within 30 s. */
export const PLACEMENT_ANSWER_MS = 24 * SECOND_MS;

/** Distance from price to stop, in hundredths of a percent: 1 %, the daily stop of an account. */
const OPERATOR_STOP_BASIS_POINTS = 100;

const BASIS_POINTS = 10_000;

export interface OperatorOrder {
  readonly id: string;
  readonly isin: string;
  readonly side: Side;
  readonly price: Paise;
  /** The typed limit; `null` for a market order, which becomes a marketable limit. */
  readonly limit: Paise | null;
  readonly stop: Paise;
  readonly validUntil: EpochMs;
}

export interface OperatorAccount {
  readonly id: AccountId;
  readonly quantity: number;
  readonly facts: AccountFacts;
  readonly band: Paise;
  readonly funds: Paise;
  readonly marginPerShare: Paise;
}

export interface OperatorLimits {
  readonly priceBand: PriceBand;
  readonly executable: Paise | null;
  readonly phase: DayPhase;
  /** Human clock. */
  readonly now: EpochMs;
}

/** The better of limit and market: a limit through the market trades at the market price. */
export const expectedFill = (side: Side, limit: Paise, market: Paise): Paise =>
  paise(side === "buy" ? Math.min(limit, market) : Math.max(limit, market));

/** The stop price of an operator's position, measured from its fill or its expected fill. */
export function operatorStop(side: Side, price: Paise, band: PriceBand): Paise {
  const factor = side === "buy" ? BASIS_POINTS - OPERATOR_STOP_BASIS_POINTS : BASIS_POINTS + OPERATOR_STOP_BASIS_POINTS;
  return clampToBand((price * factor) / BASIS_POINTS, side === "buy" ? "sell" : "buy", band);
}

/** The limit to send: the typed price rounded to the careful tick, or a marketable one. `null` outside the band. */
export function operatorLimit(
  { side, price, limit }: Pick<OperatorOrder, "side" | "price" | "limit">,
  band: PriceBand,
): Paise | null {
  if (limit === null) return entryLimit(side, price, band);
  const typed = side === "buy" ? floorToTick(limit, band.tick) : ceilToTick(limit, band.tick);
  return isInsideBand(typed, band) ? typed : null;
}

/** The account's limit that the quantity exceeds: it is taken whole or not at all. */
function overLimit(account: OperatorAccount, limit: Paise): SkipReason | null {
  const { quantity, facts, band, funds, marginPerShare } = account;
  if (quantity * limit > Math.min(facts.capital, band)) return "capital_too_low";
  return quantity * marginPerShare > funds ? "funds_too_low" : null;
}

export function planOperatorShare(
  order: OperatorOrder,
  account: OperatorAccount,
  limits: OperatorLimits,
): FanOutOutcome {
  const { id: signalId, side, stop, validUntil } = order;
  const skip = (reason: SkipReason): Skip => ({ kind: "skip", accountId: account.id, signalId, reason });
  const refusal = checkEntry({
    authority: "operator",
    stage: "plan",
    side,
    // A typed price is intended, wherever the market is.
    signalPrice: order.limit === null ? order.price : (limits.executable ?? order.price),
    executable: limits.executable,
    band: limits.priceBand,
    phase: limits.phase,
    validUntil,
    now: limits.now,
    account: account.facts,
  });
  if (refusal !== null) return skip(refusal);
  const limit = operatorLimit(order, limits.priceBand);
  if (limit === null) return skip("no_price_in_band");
  const reason = overLimit(account, limit);
  if (reason !== null) return skip(reason);
  return {
    kind: "intent",
    accountId: account.id,
    signalId,
    side,
    quantity: account.quantity,
    limit,
    stop,
    target: null,
    validUntil,
    needsApproval: false,
    isSmallAccount: false,
  };
}

export const toOperatorSignal = ({ id, isin, side, price, stop, validUntil }: OperatorOrder): EntrySignal => ({
  id,
  authority: "operator",
  isin,
  side,
  price,
  stop,
  target: null,
  validUntil,
  medianTurnover: paise(0),
  allCapital: paise(0),
  rotation: paise(0),
});
