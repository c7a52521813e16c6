import { type CountdownState, countdownStateOf } from "@vriddhi/core/back-office/order-countdown";
import X from "lucide-react/icons/x";
import type { Reply } from "../../../lib/api.ts";
import { formatDuration, formatPaise, instantOf } from "../../../lib/format.ts";
import { paiseOf } from "../../../lib/format-subscription.ts";
import { classNames } from "../../../ui/class-names.ts";
import { SideBadge } from "../orders/side-badge.tsx";
import { TrueTime } from "../shown-time.tsx";
import { scheduledTexts } from "./scheduled.texts.ts";

export type ScheduledOrder = Reply<"GET", "/api/scheduled-orders">["scheduled_orders"][number];

/** C4.11: green, yellow, blue, red. */
const toneOf: Readonly<Record<CountdownState, string>> = {
  waiting: "text-profit",
  soon: "text-warn",
  executing: "text-info",
  expired: "text-loss",
};

function sayingOf(state: CountdownState, secondsLeft: number): { readonly big: string; readonly small: string | null } {
  switch (state) {
    case "executing":
      return { big: scheduledTexts.executing, small: null };
    case "expired":
      return { big: scheduledTexts.expired, small: scheduledTexts.shouldHave };
    case "soon":
    case "waiting":
      return { big: formatDuration(secondsLeft), small: scheduledTexts.remaining };
  }
}

interface ScheduledCardProps {
  order: ScheduledOrder;
  /** Seconds of the market since the list was read. */
  elapsedSeconds: number;
  canCancel: boolean;
  isCancelling: boolean;
  onCancel(): void;
}

export function ScheduledCard({ order, elapsedSeconds, canCancel, isCancelling, onCancel }: ScheduledCardProps) {
  const left = Math.max(0, Math.ceil(order.time_remaining_seconds - elapsedSeconds));
  const state = countdownStateOf(order.status, left);
  const { big, small } = sayingOf(state, left);
  return (
    <li className="grid content-start border-line px-4 pt-1.5 pb-3 max-md:border-t max-md:first:border-t-0 md:border-r md:last:border-r-0">
      <div className="flex min-h-11 items-center gap-2">
        <b className="text-[0.9375rem] font-semibold">{order.symbol}</b>
        <SideBadge side={order.position_type} />
        {canCancel && (
          <button
            type="button"
            aria-label={scheduledTexts.cancel(order.symbol)}
            aria-busy={isCancelling || undefined}
            disabled={isCancelling}
            onClick={onCancel}
            className="-mr-3 ml-auto grid size-11 place-items-center rounded-md text-muted hover:text-text disabled:opacity-50"
          >
            <X className="size-4.5" aria-hidden="true" />
          </button>
        )}
      </div>
      <p className="figures text-xs text-muted">
        {scheduledTexts.orderTypes[order.order_type]}
        {order.price !== null && ` · ${formatPaise(paiseOf(order.price), "always")}`} ·{" "}
        {scheduledTexts.shares(order.quantity)}
      </p>
      <p className="figures text-xs text-muted">
        <TrueTime at={instantOf(order.scheduled_time)} />
      </p>
      {order.status === "waiting_for_second_admin" && (
        <p className="text-xs font-medium text-warn">{scheduledTexts.secondAdmin}</p>
      )}
      <p className="mt-1.5 flex items-baseline gap-2" data-countdown={state}>
        <b
          className={classNames(
            "figures text-[1.25rem] leading-[1.625rem] font-semibold tracking-tight",
            toneOf[state],
          )}
        >
          {big}
        </b>
        {small && <span className="text-xs text-muted">{small}</span>}
      </p>
    </li>
  );
}
