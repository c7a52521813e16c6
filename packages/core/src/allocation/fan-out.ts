import type { Tariff } from "../charges/tariff.ts";
import type { Side } from "../order/order.ts";
import type { PriceBand } from "../order/price-band.ts";
import { type AccountFacts, checkEntry, type EntryAuthority, type SkipReason } from "../risk/pre-trade.ts";
import { entryLimit } from "../risk/price-guard.ts";
import { sizeEntry, turnoverShares } from "../risk/sizing.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import { type Paise, paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import type { AccountId } from "./account-id.ts";

/** One entry decision of a strategy. It has all facts that accounts share, so a worker plans each account alone. */
export interface EntrySignal {
  readonly id: string;
  readonly authority: EntryAuthority;
  readonly isin: string;
  readonly side: Side;
  readonly price: Paise;
  readonly stop: Paise;
  readonly target: Paise | null;
  /** Human clock. */
  readonly validUntil: EpochMs;
  readonly medianTurnover: Paise;
  /** Chosen capital of all accounts that ran when the signal was made. */
  readonly allCapital: Paise;
  /** Offset into the capital of all accounts, below `allCapital`: rounding favours another account each time. */
  readonly rotation: Paise;
}

export interface FanOutAccount {
  readonly id: AccountId;
  readonly facts: AccountFacts;
  /** Chosen capital of all accounts with a lower id when the signal was made. */
  readonly capitalBefore: Paise;
  /** Has the turnover limit to itself, because paper orders never reach the market. */
  readonly isOnPaper?: boolean;
  readonly band: Paise;
  readonly funds: Paise;
  readonly marginPerShare: Paise;
  readonly ownDailyStop: Paise | null;
  readonly tariff: Tariff;
}

export interface FanOutLimits {
  readonly priceBand: PriceBand;
  readonly executable: Paise | null;
  readonly phase: DayPhase;
  readonly now: EpochMs;
}

export interface EntryIntent {
  readonly kind: "intent";
  readonly accountId: AccountId;
  readonly signalId: string;
  readonly side: Side;
  readonly quantity: number;
  readonly limit: Paise;
  readonly stop: Paise;
  readonly target: Paise | null;
  readonly validUntil: EpochMs;
  /** The entry stays `planned` until it is approved. */
  readonly needsApproval: boolean;
  readonly isSmallAccount: boolean;
}

export interface Skip {
  readonly kind: "skip";
  readonly accountId: AccountId;
  readonly signalId: string;
  readonly reason: SkipReason;
}

export type FanOutOutcome = EntryIntent | Skip;

const ALONE = { capital: paise(1), before: paise(0), all: paise(1), rotation: paise(0) };

/** The account's part of the common turnover limit: none if its capital was raised after the signal. */
function sharesOf(signal: EntrySignal, account: FanOutAccount, limit: Paise): number {
  const { allCapital, rotation, medianTurnover } = signal;
  const { capitalBefore } = account;
  const { capital } = account.facts;
  if (account.isOnPaper) return turnoverShares(medianTurnover, limit, ALONE);
  if (capitalBefore + capital > allCapital) return 0;
  return turnoverShares(medianTurnover, limit, { capital, before: capitalBefore, all: allCapital, rotation });
}

function planAccount(signal: EntrySignal, account: FanOutAccount, limits: FanOutLimits): FanOutOutcome {
  const skip = (reason: SkipReason): Skip => ({
    kind: "skip",
    accountId: account.id,
    signalId: signal.id,
    reason,
  });
  const refusal = checkEntry({
    authority: signal.authority,
    stage: "plan",
    side: signal.side,
    signalPrice: signal.price,
    executable: limits.executable,
    band: limits.priceBand,
    phase: limits.phase,
    validUntil: signal.validUntil,
    now: limits.now,
    account: account.facts,
  });
  if (refusal !== null) return skip(refusal);
  const limit = entryLimit(signal.side, signal.price, limits.priceBand);
  if (limit === null) return skip("no_price_in_band");
  const sized = sizeEntry({
    side: signal.side,
    price: limit,
    stop: signal.stop,
    capital: account.facts.capital,
    band: account.band,
    funds: account.funds,
    marginPerShare: account.marginPerShare,
    sharesMax: sharesOf(signal, account, limit),
    ownDailyStop: account.ownDailyStop,
    tariff: account.tariff,
  });
  if (!sized.ok) return skip(sized.error);
  return {
    kind: "intent",
    accountId: account.id,
    signalId: signal.id,
    side: signal.side,
    quantity: sized.value.quantity,
    limit,
    stop: signal.stop,
    target: signal.target,
    validUntil: signal.validUntil,
    needsApproval: signal.authority === "run" && account.facts.approval !== "given",
    isSmallAccount: sized.value.isSmallAccount,
  };
}

const byAccount = (a: FanOutOutcome, b: FanOutOutcome): number => (a.accountId < b.accountId ? -1 : 1);

/** One outcome per account, from account and signal only, so that workers may repeat a plan with the same result. */
export function planFanOut(
  signal: EntrySignal,
  accounts: readonly FanOutAccount[],
  limits: FanOutLimits,
): readonly FanOutOutcome[] {
  const once = new Map(accounts.map((account) => [account.id, account]));
  return [...once.values()].map((account) => planAccount(signal, account, limits)).sort(byAccount);
}
