import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { AccountBook } from "../account/account-book.ts";
import { openOf } from "../account/take-look.ts";
import type { EntryEligibility } from "../executor-model.ts";
import type { EntryStop } from "../ports/order-store.ts";

export function standingOf(
  book: AccountBook,
  blocks: readonly EntryStop[],
  isin: string,
  hasUnresolvedOrder: boolean,
): EntryEligibility {
  const inShare = book.orders().filter(({ instrument }) => instrument.isin === isin);
  const isWorked = inShare.some(({ state }) => !isOrderFinal(state.status));
  const isOpen = inShare.some((order) => order.leg === "entry" && openOf(book, order) > 0);
  return {
    isBlocked: blocks.length > 0,
    isDailyStopHit: book.facts("daily_stop_hit").length > 0,
    isSymbolWorked: isWorked || isOpen,
    hasUnresolvedOrder,
    entriesToday: book.entries().length,
  };
}
