import type { Messages } from "../../platform/http/handler.ts";

export const scheduledOrderMessages: Messages<"too_late_to_cancel"> = {
  too_late_to_cancel: "This order is no longer waiting: it was placed or removed.",
};

export const scheduledOrderTexts = {
  cleared: "Scheduled orders cleared from memory",
  cancelled: (symbol: string) => `Scheduled order for ${symbol} cancelled`,
} as const;
