import type { Tariff } from "@vriddhi/core/charges/tariff";
import { profitOfDay } from "@vriddhi/core/ledger/profit";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { PendingWrites } from "./pending-writes.ts";
import { openOf } from "./take-look.ts";

/** The broker closed what was open at an unknown price, so a result is written only where nothing was open. */
export function endMissedDay(draft: PendingWrites, tariff: Tariff | null): void {
  const { book, now } = draft;
  for (const { tag, state } of book.orders()) {
    if (state.status === "sending") draft.move(tag, { kind: "restarted", at: now });
    if (!isOrderFinal(state.status)) draft.move(tag, { kind: "day_missed" });
  }
  const open = book.entries().filter((entry) => openOf(book, entry) > 0);
  for (const entry of open)
    draft.write({ kind: "position_handed_over", positionId: entry.positionId, quantity: openOf(book, entry) });
  if (open.length > 0 || tariff === null) return;
  const { gross, charges, net } = profitOfDay(book.totals(), tariff);
  draft.write({ kind: "day_closed", gross, charges: charges.total, net });
}
