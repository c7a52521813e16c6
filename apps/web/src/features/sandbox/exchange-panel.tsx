import { useQuery } from "@tanstack/react-query";
import { paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { formatIstClock, formatPaise, instantOf } from "../../lib/format.ts";
import { read } from "../../lib/query.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { InboxFrame } from "./inbox-frame.tsx";
import { exchangeTexts, targetName } from "./sandbox.texts.ts";

type ExchangeOrder = Reply<"GET", "/sandbox/exchange/orders">[number];

const ORDERS_POLL_MS = 2_000;
const ORDERS_ASKED = 500;

const { columns: heads } = exchangeTexts;

const toneOf = (status: string) => (status === "rejected" ? "warn" : status === "filled" ? "info" : "neutral");

const columns: readonly Column<ExchangeOrder>[] = [
  { id: "at", header: heads.at, cell: (order) => <time dateTime={order.placed_at}>{clockOf(order)}</time> },
  {
    id: "order",
    header: heads.order,
    isTitle: true,
    cell: (order) => `${order.side} ${order.quantity} ${order.symbol}${priceOf(order)}`,
  },
  { id: "account", header: heads.account, cell: (order) => `${order.account}, ${targetName[order.broker]}` },
  { id: "filled", header: heads.filled, align: "end", cell: filledOf },
  {
    id: "status",
    header: heads.status,
    cell: (order) => (
      <span className="grid justify-items-start gap-1">
        <Badge tone={toneOf(order.status)}>{order.status.replaceAll("_", " ")}</Badge>
        {order.reason !== null && <span className="text-xs text-muted">{order.reason.replaceAll("_", " ")}</span>}
      </span>
    ),
  },
  { id: "tag", header: heads.tag, cell: (order) => order.tag ?? "–" },
];

function clockOf(order: ExchangeOrder): string {
  return formatIstClock(instantOf(order.placed_at));
}

function priceOf({ limit_paise: limit }: ExchangeOrder): string {
  return limit === null ? "" : ` at ${formatPaise(paise(limit), "always")}`;
}

function filledOf({ filled_quantity: filled, average_paise: average }: ExchangeOrder): string {
  return filled === 0 ? "0" : `${filled} at ${formatPaise(paise(average), "always")}`;
}

/** The exchange's own order book: the truth, independent of brokers and product. */
export function ExchangePanel() {
  const orders = useQuery({
    ...read("/sandbox/exchange/orders", { query: { limit: ORDERS_ASKED } }),
    refetchInterval: ORDERS_POLL_MS,
    select: (all) => all.toReversed(),
  });
  return (
    <InboxFrame
      inbox={orders}
      empty={{ title: exchangeTexts.none, body: exchangeTexts.noneBody }}
      findHint={exchangeTexts.findHint}
      wordsOf={(order) => [order.tag ?? "", order.account, order.symbol]}
    >
      {(found) => (
        <DataTable caption={exchangeTexts.title} columns={columns} rows={found} rowKey={(order) => order.id} />
      )}
    </InboxFrame>
  );
}
