import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { FanOutAccount } from "@vriddhi/core/allocation/fan-out";
import { intradayMargin } from "@vriddhi/core/allocation/intraday-margin";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import type { ApprovalFact } from "@vriddhi/core/risk/pre-trade";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { EntryStanding } from "@vriddhi/execution/executor-model";
import type { ActiveAccountRow } from "./fan-out.store.ts";

/** A run that stood when the signal was made, with its place in the row of all capital. */
export interface AccountPlace {
  readonly row: ActiveAccountRow;
  readonly capitalBefore: Paise;
}

const ranAt = ({ startedAt, stoppedAt }: ActiveAccountRow, at: EpochMs): boolean =>
  startedAt <= at && (stoppedAt === null || stoppedAt > at);

/** Rows that are kept in this order are put into it again for next to nothing. */
export const byAccount = (a: ActiveAccountRow, b: ActiveAccountRow): number =>
  a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : a.startedAt - b.startedAt;

/**
 * Who ran at that moment, each account once, in the order of their ids. Every worker reads the same row of capital,
 * whichever accounts are its own.
 */
export function activeAccountsAt(
  rows: readonly ActiveAccountRow[],
  madeAt: EpochMs,
): ReadonlyMap<AccountId, AccountPlace> {
  const places = new Map<AccountId, AccountPlace>();
  let before = 0;
  for (const row of rows.filter((each) => ranAt(each, madeAt)).sort(byAccount)) {
    if (places.has(row.accountId)) continue;
    places.set(row.accountId, { row, capitalBefore: paise(before) });
    // Orders on paper take nothing of a share's turnover.
    if (row.broker !== "paper") before += row.capital;
  }
  return places;
}

/** The automatic mode is approved once a day; otherwise each entry is offered. */
function approvalOf({ approvalMode, isDayApproved }: ActiveAccountRow): ApprovalFact {
  if (approvalMode === "manual") return "waiting";
  return isDayApproved ? "given" : "missing";
}

/** On paper nobody logs in. */
const isLoggedIn = ({ broker, sessionUntil }: ActiveAccountRow, marketNow: EpochMs): boolean =>
  broker === "paper" || (sessionUntil !== null && sessionUntil > marketNow);

/** Paper lies outside of every plan: what was chosen is its limit. */
const bandOf = ({ broker, band, capital }: ActiveAccountRow): Paise | null => (broker === "paper" ? capital : band);

export interface AccountSurroundings {
  readonly standing: EntryStanding;
  readonly hasInstrument: boolean;
  readonly foreignQuantity: number;
  readonly symbol: string;
  readonly price: Paise;
  readonly marketNow: EpochMs;
}

/**
 * Everything that the plan asks of an account. Funds that nobody could read are taken for the capital: a broker that has
 * less refuses the order by itself.
 */
export function toFanOutAccount({ row, capitalBefore }: AccountPlace, around: AccountSurroundings): FanOutAccount {
  const band = bandOf(row);
  const { standing, hasInstrument, foreignQuantity, symbol, price, marketNow } = around;
  const { isBlocked, isDailyStopHit, isSymbolWorked, hasUnresolvedOrder, entriesToday } = standing;
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
      // Desks choose among shares with derivatives, which every broker takes intraday.
      isIntradayAllowed: true,
      isUnwanted: row.neverTrade.includes(symbol),
      heldQuantity: foreignQuantity,
      isSymbolWorked,
      hasUnresolvedOrder,
      entriesToday,
      entriesMax: row.entriesMax,
      // Calls are counted where they leave.
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
