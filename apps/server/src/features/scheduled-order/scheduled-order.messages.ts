import type { Messages } from "../../platform/http/handler.ts";

export const scheduledOrderMessages: Messages<"too_late_to_cancel"> = {
  too_late_to_cancel: "This order does not wait any more: it was placed or removed already.",
};

export const scheduledOrderTexts = {
  /** C8.8 */
  cleared: "Scheduled orders cleared from memory",
  cancelled: (symbol: string) => `Scheduled order for ${symbol} cancelled`,
} as const;
