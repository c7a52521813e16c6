import { workingQuantity } from "@vriddhi/core/exit/exit-facts";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { netQuantityOf } from "@vriddhi/core/ledger/ledger-fold";
import { executedOrders, profitOf } from "@vriddhi/core/ledger/profit";
import { isFlat } from "@vriddhi/core/ledger/reconciliation";
import { armDailyStop, dailyStopLimit, dayResult, judgeDailyStop } from "@vriddhi/core/risk/daily-stop";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { type AccountView, isDailyStopHit, silentSince, trustedLeavingPrice } from "./account-view.ts";
import type { PositionView } from "./position-view.ts";

interface FactsToWrite {
  readonly steps: readonly { readonly kind: "write"; readonly fact: LedgerFact }[];
  readonly wakeAt: readonly EpochMs[];
}

const none: FactsToWrite = { steps: [], wakeAt: [] };

function writing(view: AccountView, ...facts: readonly LedgerFact[]): FactsToWrite {
  const fresh = facts.filter((fact) => !view.book.isWritten(view.book.event(fact, view.now)));
  return { steps: fresh.map((fact) => ({ kind: "write", fact })), wakeAt: [] };
}

/** What the day has come to at prices that no tick changes any more, and what is still held. */
function settledOfDay(book: AccountBook) {
  const totals = book.totals();
  const positions = [...totals.positions.values()].map((position) => ({
    id: position.id,
    netQuantity: netQuantityOf(position),
    profit: profitOf(position),
  }));
  return {
    realised: paise(positions.reduce((sum, { profit }) => sum + profit.realised, 0)),
    executed: executedOrders(totals),
    held: positions
      .filter(({ netQuantity }) => netQuantity !== 0)
      .map(({ id, netQuantity, profit }) => ({ id, netQuantity, openValue: profit.openValue })),
  };
}

/**
 * Whether the day has lost enough: at prices that may be believed, net of all charges. While no book can be read nobody
 * knows what a resting stop has done, so that nothing is judged; nothing could be sent either.
 */
export function factsOfDay(view: AccountView, positions: readonly PositionView[]): FactsToWrite {
  if (isDailyStopHit(view) || positions.length === 0 || view.memory.isBlind) return none;
  const { book, account, now } = view;
  const { realised, executed, held } = book.derived(settledOfDay);
  const entryOf = new Map(positions.map(({ entry }) => [entry.positionId, entry]));
  const open = held.map(({ id, netQuantity, openValue }) => {
    const entry = entryOf.get(id);
    return { netQuantity, openValue, leavingPrice: entry === undefined ? null : trustedLeavingPrice(view, entry) };
  });
  const result = dayResult({ realised, executed, open, tariff: account.tariff });
  const limit = dailyStopLimit(account.capital, account.ownDailyStop);
  const judged = judgeDailyStop(armDailyStop(book.day), result, limit, now);
  return judged.result === null ? none : writing(view, { kind: "daily_stop_hit", result: judged.result, limit });
}

/** No source is heard while something is open: the position is left. */
function silence(view: AccountView, { entry, open }: PositionView): FactsToWrite {
  const { phase } = view;
  if (open === 0 || phase === "before_open" || phase === "handed_over") return none;
  const silentAt = later(silentSince(view, entry), FEED_SILENT_MS);
  if (view.now < silentAt) return { steps: [], wakeAt: [silentAt] };
  return writing(view, { kind: "position_closing", positionId: entry.positionId, reason: "feed_silent" });
}

/** Told once for each time that something is uncovered for too long; a part that waits to be followed gets twice as long. */
function nakedness(view: AccountView, { entry, position, exits, open }: PositionView): FactsToWrite {
  const since = position.uncoveredSince;
  if (open === 0 || since === null || position.isHandedOver) return none;
  const patience = view.settings.exit.nakedAfterMs * (workingQuantity(exits) > 0 ? 2 : 1);
  const toldAt = later(since, patience);
  if (view.now < toldAt) return { steps: [], wakeAt: [toldAt] };
  return writing(view, { kind: "position_naked", positionId: entry.positionId, quantity: open, since });
}

function flatness(view: AccountView, { entry, position, exits, open }: PositionView): FactsToWrite {
  const isProved = position.isEntryFinal && isFlat(open, [entry.state, ...exits.map(({ state }) => state)]);
  return isProved ? writing(view, { kind: "position_flat", positionId: entry.positionId }) : none;
}

/** What is to be written of a position beside the steps that are taken for it. */
export function factsOfPosition(view: AccountView, position: PositionView): FactsToWrite {
  const all = [silence(view, position), nakedness(view, position), flatness(view, position)];
  return { steps: all.flatMap(({ steps }) => steps), wakeAt: all.flatMap(({ wakeAt }) => wakeAt) };
}
