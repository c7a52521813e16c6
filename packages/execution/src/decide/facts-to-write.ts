import { workingQuantity } from "@vriddhi/core/exit/exit-facts";
import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { netQuantityOf } from "@vriddhi/core/ledger/ledger-fold";
import { executedOrders, profitOf } from "@vriddhi/core/ledger/profit";
import { isFlat } from "@vriddhi/core/ledger/reconciliation";
import { armDailyStop, dailyStopLimit, dayResult, judgeDailyStop } from "@vriddhi/core/risk/daily-stop";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
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

/** Whether the day has lost enough: at prices that may be believed, net of all charges. */
export function factsOfDay(view: AccountView, positions: readonly PositionView[]): FactsToWrite {
  if (isDailyStopHit(view) || positions.length === 0) return none;
  const { book, account, now } = view;
  const totals = book.totals();
  const totalsOf = [...totals.positions.values()];
  const entryOf = new Map(positions.map(({ entry }) => [entry.positionId, entry]));
  const open = totalsOf.map((position) => {
    const entry = entryOf.get(position.id);
    return {
      netQuantity: netQuantityOf(position),
      openValue: profitOf(position).openValue,
      leavingPrice: entry === undefined ? null : trustedLeavingPrice(view, entry),
    };
  });
  const realised = paise(totalsOf.reduce((sum, position) => sum + profitOf(position).realised, 0));
  const result = dayResult({ realised, executed: executedOrders(totals), open, tariff: account.tariff });
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
