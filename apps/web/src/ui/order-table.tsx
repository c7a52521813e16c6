import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { Link } from "react-router";
import { formatIstClock, formatIstDate, formatPaise, instantOf } from "../lib/format.ts";
import { Badge, type BadgeTone } from "./badge.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { PositionBadge } from "./position-badge.tsx";

export interface ListedOrder {
  readonly tag: string;
  readonly planned_at: string;
  readonly filled_at: string | null;
  readonly user_id: string;
  readonly username: string | null;
  readonly symbol: string;
  readonly side: "buy" | "sell";
  readonly leg: "entry" | "exit";
  readonly quantity: number;
  readonly filled: number;
  readonly average_price_paise: number;
  readonly status: OrderStatus;
  readonly reason: string | null;
}

const toneOf: Partial<Record<OrderStatus, BadgeTone>> = {
  filled: "info",
  partly_filled: "info",
  accepted: "info",
  unknown: "warn",
  stuck: "danger",
  rejected: "danger",
  expired: "warn",
  abandoned: "warn",
};

const words = (name: string): string => name.replaceAll("_", " ");
const formatReason = (reason: string): string =>
  reason === "ended_by_broker" ? "closed at the broker" : words(reason);

const time: Column<ListedOrder> = {
  id: "time",
  header: "Time (IST)",
  cell: ({ planned_at, filled_at }) => (
    <span className="figures grid whitespace-nowrap">
      <span>
        {formatIstDate(instantOf(planned_at)).slice(0, -5)}, {formatIstClock(instantOf(planned_at))}
      </span>
      {filled_at !== null && (
        <span className="text-xs text-muted">{`filled ${formatIstClock(instantOf(filled_at))}`}</span>
      )}
    </span>
  ),
};
const user: Column<ListedOrder> = {
  id: "user",
  header: "User",
  cell: ({ user_id: id, username }) =>
    username === null ? (
      "–"
    ) : (
      <Link to={`/secret/users/${id}`} className="underline underline-offset-4">
        {username}
      </Link>
    ),
};
const rest: readonly Column<ListedOrder>[] = [
  {
    id: "symbol",
    header: "Symbol",
    isTitle: true,
    cell: ({ symbol, leg }) => (
      <>
        {symbol} <span className="font-normal text-muted">{leg}</span>
      </>
    ),
  },
  { id: "side", header: "Side", cell: ({ side, leg }) => <PositionBadge side={side} leg={leg} /> },
  {
    id: "filled",
    header: "Filled",
    align: "end",
    cell: ({ filled, quantity }) => <span className="figures whitespace-nowrap">{`${filled} of ${quantity}`}</span>,
  },
  {
    id: "average",
    header: "Average",
    align: "end",
    cell: ({ filled, average_price_paise: price }) =>
      filled === 0 ? "–" : <span className="figures">{formatPaise(paise(price), "always")}</span>,
  },
  {
    id: "state",
    header: "State",
    cell: ({ status, reason }) => (
      <span className="grid justify-items-start gap-1">
        <Badge tone={toneOf[status] ?? "neutral"}>{words(status)}</Badge>
        {reason !== null && <span className="text-xs text-muted">{formatReason(reason)}</span>}
      </span>
    ),
  },
  {
    id: "tag",
    header: "Tag",
    align: "end",
    cell: ({ tag }) => (
      <Link
        to={`/secret/orders/${tag}`}
        className="inline-flex min-h-11 items-center font-mono text-xs underline underline-offset-4 md:min-h-0"
      >
        {tag}
      </Link>
    ),
  },
];

interface OrderTableProps {
  caption: string;
  orders: readonly ListedOrder[];
  isLoading: boolean;
  empty: string;
  /** Not on a user's own page, where it would always be the same. */
  hasUsers?: boolean;
}

export function OrderTable({ caption, orders, isLoading, empty, hasUsers = true }: OrderTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={hasUsers ? [time, user, ...rest] : [time, ...rest]}
      rows={orders}
      rowKey={({ tag }) => tag}
      isLoading={isLoading}
      empty={<p className="px-4 py-6 text-sm text-muted">{empty}</p>}
    />
  );
}
