import type { Side } from "../order/order.ts";
import type { PriceBand } from "../order/price-band.ts";
import type { Paise } from "../shared/money.ts";
import type { EpochMs } from "../time/clock.ts";
import { isWithinGuard } from "./price-guard.ts";
import type { SizingRefusal } from "./sizing.ts";
import type { DayPhase } from "./trading-hours.ts";

/** Entries keep this distance from the price at which a position could not be closed, in hundredths of a percent. */
const CIRCUIT_DISTANCE_BASIS_POINTS = 200;

const BASIS_POINTS = 10_000;

/** Why an entry is not made, in order of precedence. */
export const entryRefusals = [
  "no_run",
  "blocked",
  "daily_stop_hit",
  "no_subscription",
  "not_connected",
  "no_capital",
  "not_approved",
  "outside_hours",
  "valid_until_passed",
  "instrument_missing",
  "not_intraday",
  "symbol_unwanted",
  "symbol_held",
  "symbol_worked",
  "order_unresolved",
  "entries_of_day_used",
  "price_stale",
  "price_moved",
  "circuit_near",
  "budget_spent",
] as const;

export type EntryRefusal = (typeof entryRefusals)[number];

export type SkipReason = EntryRefusal | SizingRefusal | "no_price_in_band";

/** The source of the entry. An operator's order needs neither run nor approval. */
export type EntryAuthority = "run" | "operator";

/** `waiting`: good enough to plan, not to send. */
export type ApprovalFact = "given" | "waiting" | "missing";

export interface AccountFacts {
  readonly isRunning: boolean;
  /** Kill switch, stopped run or an absent page. */
  readonly isBlocked: boolean;
  readonly isDailyStopHit: boolean;
  readonly isSubscribed: boolean;
  readonly isConnected: boolean;
  readonly capital: Paise;
  readonly approval: ApprovalFact;
  readonly hasInstrument: boolean;
  readonly isIntradayAllowed: boolean;
  /** The user excluded this share. Left out: not excluded. */
  readonly isUnwanted?: boolean;
  /** In this share, ours or not. */
  readonly heldQuantity: number;
  readonly isSymbolWorked: boolean;
  readonly hasUnresolvedOrder: boolean;
  readonly entriesToday: number;
  /** `null` for no cap. */
  readonly entriesMax: number | null;
  readonly hasCallBudget: boolean;
}

export interface EntryFacts {
  readonly authority: EntryAuthority;
  /** Planning accepts an open approval, sending requires a given one. */
  readonly stage: "plan" | "send";
  readonly side: Side;
  readonly signalPrice: Paise;
  /** The ask for a purchase, the bid for a sale; `null` if stale or unknown. */
  readonly executable: Paise | null;
  readonly band: PriceBand;
  readonly phase: DayPhase;
  readonly validUntil: EpochMs;
  /** Human clock. */
  readonly now: EpochMs;
  readonly account: AccountFacts;
}

/** A long could not be closed near the lower limit; near the upper one it could not fill. A short is the reverse. */
function isCircuitNear({ executable, band }: EntryFacts): boolean {
  if (executable === null) return false;
  const room = Math.min(executable - band.lower, band.upper - executable);
  return room * BASIS_POINTS < executable * CIRCUIT_DISTANCE_BASIS_POINTS;
}

function isApprovalMissing({ authority, stage, account }: EntryFacts): boolean {
  if (authority === "operator" || account.approval === "given") return false;
  return stage === "send" || account.approval === "missing";
}

type Check = (facts: EntryFacts) => boolean;

/** One check per refusal; `entryRefusals` gives the precedence, not this record's order. */
const checks: Readonly<Record<EntryRefusal, Check>> = {
  no_run: ({ authority, account }) => authority === "run" && !account.isRunning,
  blocked: ({ account }) => account.isBlocked,
  daily_stop_hit: ({ account }) => account.isDailyStopHit,
  no_subscription: ({ account }) => !account.isSubscribed,
  not_connected: ({ account }) => !account.isConnected,
  no_capital: ({ account }) => account.capital <= 0,
  not_approved: isApprovalMissing,
  outside_hours: ({ phase }) => phase !== "entries",
  valid_until_passed: ({ now, validUntil }) => now >= validUntil,
  instrument_missing: ({ account }) => !account.hasInstrument,
  not_intraday: ({ account }) => !account.isIntradayAllowed,
  symbol_unwanted: ({ account }) => account.isUnwanted === true,
  symbol_held: ({ account }) => account.heldQuantity !== 0,
  symbol_worked: ({ account }) => account.isSymbolWorked,
  order_unresolved: ({ account }) => account.hasUnresolvedOrder,
  entries_of_day_used: ({ account }) => account.entriesMax !== null && account.entriesToday >= account.entriesMax,
  price_stale: ({ executable }) => executable === null,
  price_moved: ({ side, signalPrice, executable }) =>
    executable !== null && !isWithinGuard(side, signalPrice, executable),
  circuit_near: isCircuitNear,
  budget_spent: ({ account }) => !account.hasCallBudget,
};

/** The first obstacle; `null` if the entry may be made. */
export const checkEntry = (facts: EntryFacts): EntryRefusal | null =>
  entryRefusals.find((refusal) => checks[refusal](facts)) ?? null;
