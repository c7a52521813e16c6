import type { DayNote, DayOrder } from "./day-types.ts";
import { closeReasons, exitCauses } from "./timeline-past.texts.ts";
import { orderWhy } from "./timeline-past.ts";
import { todayTexts } from "./today.texts.ts";

interface OrderInputs {
  readonly orders: readonly DayOrder[];
  readonly notes: readonly DayNote[];
}

/** Why the share's trade was closed; `null`: its stop order filled. */
function closingOf(isin: string, { orders, notes }: OrderInputs): string | null {
  const entries = new Set(orders.flatMap((order) => (order.leg === "entry" && order.isin === isin ? [order.tag] : [])));
  const closing = notes.findLast(({ kind, position }) => kind === "position_closing" && entries.has(position ?? ""));
  return closing?.cause ?? null;
}

/** A stop that was filled or cancelled protects nothing any more: it shows the trade's end. */
function exitWhy({ isin, cause, filled, status }: DayOrder, inputs: OrderInputs): string | undefined {
  if (cause === "protect" && filled === 0 && status === "cancelled") return todayTexts.orders.stopTakenBack;
  if (cause !== "protect" || filled === 0) return exitCauses[cause];
  const closing = closingOf(isin, inputs);
  return closing === null ? todayTexts.orders.stopReached : closeReasons[closing];
}

export function whyText(order: DayOrder, inputs: OrderInputs): string {
  const { leg, broker_said: brokerMessage } = order;
  const why = orderWhy(order) ?? (leg === "entry" ? todayTexts.orders.signal : exitWhy(order, inputs));
  return [why, brokerMessage === null ? undefined : `“${brokerMessage}”`]
    .filter((part) => part !== undefined)
    .join(" ");
}
