import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { FanOutAccount } from "@vriddhi/core/allocation/fan-out";
import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { ApprovalFact } from "@vriddhi/core/risk/pre-trade";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { EntryEligibility } from "@vriddhi/execution/executor-model";
import type { ActiveAccountRow } from "./fan-out.store.ts";

/** A run that was active when the signal was made, and the capital of the accounts sorted before it. */
export interface AccountPlace {
  readonly row: ActiveAccountRow;
  readonly capitalBefore: Paise;
}

const ranAt = ({ startedAt, stoppedAt }: ActiveAccountRow, at: EpochMs): boolean =>
  startedAt <= at && (stoppedAt === null || stoppedAt > at);

/** Input that is already in this order is cheap to sort again. */
export const byAccount = (a: ActiveAccountRow, b: ActiveAccountRow): number =>
  a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : a.startedAt - b.startedAt;

/** Sorted by id, so that every worker computes the same capital order, whichever accounts it owns. */
export function activeAccountsAt(
  rows: readonly ActiveAccountRow[],
  madeAt: EpochMs,
): ReadonlyMap<AccountId, AccountPlace> {
  const places = new Map<AccountId, AccountPlace>();
  let before = 0;
  for (const row of rows.filter((each) => ranAt(each, madeAt)).sort(byAccount)) {
    if (places.has(row.accountId)) continue;
    places.set(row.accountId, { row, capitalBefore: paise(before) });
    // Paper orders add nothing to a share's turnover.
    if (row.broker !== "paper") before += row.capital;
  }
  return places;
}

/** Automatic mode is approved once a day; otherwise the user approves each entry. */
function approvalOf({ approvalMode, isDayApproved }: ActiveAccountRow): ApprovalFact {
  if (approvalMode === "manual") return "waiting";
  return isDayApproved ? "given" : "missing";
}

/** Paper needs no login. */
const isLoggedIn = ({ broker, sessionUntil }: ActiveAccountRow, marketNow: EpochMs): boolean =>
  broker === "paper" || (sessionUntil !== null && sessionUntil > marketNow);

/** No plan limits paper: its limit is the chosen capital. */
const bandOf = ({ broker, band, capital }: ActiveAccountRow): Paise | null => (broker === "paper" ? capital : band);

export interface AccountSurroundings {
  readonly eligibility: EntryEligibility;
  readonly hasInstrument: boolean;
  readonly foreignQuantity: number;
  readonly symbol: string;
  readonly price: Paise;
  readonly marketNow: EpochMs;
}

/** Unread funds count as the capital: a broker with less refuses the order. */
export function toFanOutAccount({ row, capitalBefore }: AccountPlace, around: AccountSurroundings): FanOutAccount {
  const band = bandOf(row);
  const { eligibility, hasInstrument, foreignQuantity, symbol, price, marketNow } = around;
  const { isBlocked, isDailyStopHit, isSymbolWorked, hasUnresolvedOrder, entriesToday } = eligibility;
  return {
    id: row.accountId,
    facts: {
      isRunning: row.stoppedAt === null,
      isBlocked,
      isDailyStopHit,
      isSubscribed: band !== null,
      isConnected: isLoggedIn(row, marketNow),
      capital: row.capital,
      approval: approvalOf(row),
      hasInstrument,
      // Strategies choose among shares with derivatives, which every broker accepts intraday.
      isIntradayAllowed: true,
      isUnwanted: row.neverTrade.includes(symbol),
      heldQuantity: foreignQuantity,
      isSymbolWorked,
      hasUnresolvedOrder,
      entriesToday,
      entriesMax: row.entriesMax,
      // The rate limiter counts calls when they are sent.
      hasCallBudget: true,
    },
    capitalBefore,
    isOnPaper: row.broker === "paper",
    band: band ?? paise(0),
    funds: row.funds ?? row.capital,
    marginPerShare: intradayMargin(price),
    ownDailyStop: row.lossLimit,
    tariff: tariffOf(row.broker),
  };
}
