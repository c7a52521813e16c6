import { isLive, isUnsent, isWorking, workingQuantity } from "@vriddhi/core/exit/exit-facts";
import type { ExitOrder, ExitPosition } from "@vriddhi/core/exit/exit-model";
import { canBecomeLimit } from "@vriddhi/core/exit/work-exit";
import type { LedgerFact, NakedCause } from "@vriddhi/core/ledger/ledger-event";
import { netQuantityOf } from "@vriddhi/core/ledger/ledger-fold";
import { executedOrders, profitOf } from "@vriddhi/core/ledger/profit";
import { isFlat } from "@vriddhi/core/ledger/reconciliation";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { armDailyStop, dailyStopLimit, dayResult, judgeDailyStop } from "@vriddhi/core/risk/daily-stop";
import { FEED_AWAY_MS } from "@vriddhi/core/risk/price-watch";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { type AccountView, exitSettingsOf, feedSilentMs, isDailyStopHit, trustedLeavingPrice } from "./account-view.ts";
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

/** The exit trades at this price or has traded: the rest of the position is unknown until a book is read. */
function mayTradeAt(exit: ExitOrder, { direction }: ExitPosition, price: Paise | null): boolean {
  if (isOrderFinal(exit.state.status)) return false;
  const { pricing, isTriggered } = exit;
  if (pricing.kind === "limit" || isTriggered || price === null) return true;
  return direction === "long" ? price <= pricing.trigger : price >= pricing.trigger;
}

/** A losing price may have triggered a stop: then only a book begun after it proves that the quantity is open. */
function isLossSeen(view: AccountView, positions: readonly PositionView[]): boolean {
  const { memory, now } = view;
  memory.lossSince ??= now;
  if (memory.bookBegunAt !== null && memory.bookBegunAt >= memory.lossSince) return true;
  return !positions.some(({ entry, position, exits, open }) => {
    const price = trustedLeavingPrice(view, entry);
    return open > 0 && exits.some((exit) => mayTradeAt(exit, position, price));
  });
}

/** At trusted prices, net of charges. Without a readable book a resting stop is unknown, so nothing is evaluated. */
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
  if (judged.result === null) view.memory.lossSince = null;
  const isHit = judged.result !== null && (held.length === 0 || isLossSeen(view, positions));
  return isHit ? writing(view, { kind: "daily_stop_hit", result: judged.result, limit }) : none;
}

const isRestingStop = (exit: ExitOrder): boolean =>
  isWorking(exit) && exit.pricing.kind === "stop_limit" && !exit.isTriggered;

/** A silent feed closes a position only where one change of its resting stop does it. */
function silence(view: AccountView, { entry, exits, open }: PositionView): FactsToWrite {
  const { phase, now } = view;
  if (open === 0 || phase === "before_open" || phase === "handed_over") return none;
  const [stop, ...others] = exits.filter(isLive);
  if (stop === undefined || others.length > 0 || !isRestingStop(stop)) return none;
  if (!canBecomeLimit(stop, exitSettingsOf(view))) return none;
  const leftMs = FEED_AWAY_MS - feedSilentMs(view, entry);
  if (leftMs > 0) return { steps: [], wakeAt: [later(now, Math.max(leftMs, SECOND_MS))] };
  return writing(view, { kind: "position_closing", positionId: entry.positionId, reason: "feed_silent" });
}

function nakedCause(exits: readonly ExitOrder[]): NakedCause {
  const last = exits.at(-1);
  if (workingQuantity(exits) > 0) return "part_only";
  if (last === undefined || isUnsent(last.state)) return "not_placed";
  if (last.isEndedByOthers) return "taken_away";
  if (last.state.status === "rejected") return "refused";
  return isOrderFinal(last.state.status) ? "not_placed" : "not_answered";
}

/** Alerts once for a position whose stop left right after the fill and was not accepted in time. */
function nakedness(view: AccountView, { entry, position, exits, open }: PositionView): FactsToWrite {
  const { book, memory, watched, now, settings } = view;
  const { positionId } = entry;
  const since = memory.uncoveredSince.get(positionId);
  if (open === 0 || since === undefined || position.isHandedOver) return none;
  if (book.facts("position_naked").some((fact) => fact.positionId === positionId)) return none;
  const leftMs = settings.nakedAlertAfterMs - watched.sinceMs(since);
  if (leftMs > 0) return { steps: [], wakeAt: [later(now, Math.max(leftMs, SECOND_MS))] };
  return writing(view, { kind: "position_naked", positionId, quantity: open, since, cause: nakedCause(exits) });
}

function flatness(view: AccountView, { entry, position, exits, open }: PositionView): FactsToWrite {
  const isProved = position.isEntryFinal && isFlat(open, [entry.state, ...exits.map(({ state }) => state)]);
  return isProved ? writing(view, { kind: "position_flat", positionId: entry.positionId }) : none;
}

export function factsOfPosition(view: AccountView, position: PositionView): FactsToWrite {
  const all = [silence(view, position), nakedness(view, position), flatness(view, position)];
  return { steps: all.flatMap(({ steps }) => steps), wakeAt: all.flatMap(({ wakeAt }) => wakeAt) };
}
