import type { DayNote, DayOrder } from "./day-types.ts";
import { closeReasons, exitCauses } from "./timeline-past.texts.ts";
import { orderWhy } from "./timeline-past.ts";
import { todayTexts } from "./today.texts.ts";

/** What an order is read beside: the trade it belongs to, and what was decided about that. */
interface OrderInputs {
  readonly orders: readonly DayOrder[];
  readonly notes: readonly DayNote[];
}

/** Why the share's trade was left; null: nobody decided it, its stop was reached. */
function closingOf(isin: string, { orders, notes }: OrderInputs): string | null {
  const entries = new Set(orders.flatMap((order) => (order.leg === "entry" && order.isin === isin ? [order.tag] : [])));
  const closing = notes.findLast(({ kind, position }) => kind === "position_closing" && entries.has(position ?? ""));
  return closing?.cause ?? null;
}

/** A stop that was filled or taken back protects nothing any more: it says what became of the trade. */
function exitWhy({ isin, cause, filled, status }: DayOrder, ground: OrderInputs): string | undefined {
  if (cause === "protect" && filled === 0 && status === "cancelled") return todayTexts.orders.stopTakenBack;
  if (cause !== "protect" || filled === 0) return exitCauses[cause];
  const closing = closingOf(isin, ground);
  return closing === null ? todayTexts.orders.stopReached : closeReasons[closing];
}

/** Why an order was made or did not come, with what the broker said. */
export function whyText(order: DayOrder, ground: OrderInputs): string {
  const { leg, broker_said: said } = order;
  const why = orderWhy(order) ?? (leg === "entry" ? todayTexts.orders.signal : exitWhy(order, ground));
  return [why, said === null ? undefined : `“${said}”`].filter((part) => part !== undefined).join(" ");
}
