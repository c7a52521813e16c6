import type { AccountId } from "../allocation/account-id.ts";
import type { EntrySignal, FanOutOutcome, Skip } from "../allocation/fan-out.ts";
import type { Side } from "../order/order.ts";
import { ceilToTick, clampToBand, floorToTick, isInsideBand, type PriceBand } from "../order/price-band.ts";
import { type AccountFacts, checkEntry, type SkipReason } from "../risk/pre-trade.ts";
import { entryLimit } from "../risk/price-guard.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import { type Paise, paise } from "../shared/money.ts";
import { type EpochMs, SECOND_MS } from "../time/clock.ts";

/** So long after it was placed an operator's order may leave; the call that placed it answers a little later. */
export const OPERATOR_VALID_MS = 20 * SECOND_MS;

/** So long after storing them the call waits for the brokers; with the search for prices before it, it answers within 30 s. */
export const PLACEMENT_ANSWER_MS = 24 * SECOND_MS;

/** Between price and stop, in hundredths of a percent: 1 %, which is what an account may lose on a day. */
const OPERATOR_STOP_BASIS_POINTS = 100;

const BASIS_POINTS = 10_000;

export interface OperatorOrder {
  readonly id: string;
  readonly isin: string;
  readonly side: Side;
  /** What the share cost when the order was placed. */
  readonly price: Paise;
  /** What was typed; null: a market order, which becomes a limit that trades at once. */
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

/** The better of limit and market: a limit typed through the market trades at the market's price. */
export const expectedFill = (side: Side, limit: Paise, market: Paise): Paise =>
  paise(side === "buy" ? Math.min(limit, market) : Math.max(limit, market));

/** Where the position of an operator's order is left at a loss: measured from its fill, or from the expected one. */
export function operatorStop(side: Side, price: Paise, band: PriceBand): Paise {
  const factor = side === "buy" ? BASIS_POINTS - OPERATOR_STOP_BASIS_POINTS : BASIS_POINTS + OPERATOR_STOP_BASIS_POINTS;
  return clampToBand((price * factor) / BASIS_POINTS, side === "buy" ? "sell" : "buy", band);
}

/** The price that is sent: the typed one in whole ticks on the less willing side, or one that trades at once. Null: out of the band. */
export function operatorLimit(
  { side, price, limit }: Pick<OperatorOrder, "side" | "price" | "limit">,
  band: PriceBand,
): Paise | null {
  if (limit === null) return entryLimit(side, price, band);
  const typed = side === "buy" ? floorToTick(limit, band.tick) : ceilToTick(limit, band.tick);
  return isInsideBand(typed, band) ? typed : null;
}

/** What the account's own limits say of the quantity: it is taken whole or not at all. */
function overLimit(account: OperatorAccount, limit: Paise): SkipReason | null {
  const { quantity, facts, band, funds, marginPerShare } = account;
  if (quantity * limit > Math.min(facts.capital, band)) return "capital_too_low";
  return quantity * marginPerShare > funds ? "funds_too_low" : null;
}

/** One account's part of an operator's order: the whole quantity, or the reason why nothing is sent. */
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
    // Somebody who names a price wants that one, wherever the market is.
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

/** What the order path is told of the order that all its accounts share. */
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
