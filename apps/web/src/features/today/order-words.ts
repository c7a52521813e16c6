import type { DayOrder } from "./day-types.ts";
import { exitCauses } from "./timeline.texts.ts";
import { orderWhy } from "./timeline.ts";
import { todayTexts } from "./today.texts.ts";

/** Why an order was made or did not come, with what the broker said. */
export function whyText(order: DayOrder): string {
  const { leg, cause, broker_said: said } = order;
  const why = orderWhy(order) ?? (leg === "entry" ? todayTexts.orders.signal : exitCauses[cause]);
  return [why, said === null ? undefined : `“${said}”`].filter((part) => part !== undefined).join(" ");
}
