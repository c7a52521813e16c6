import type { Side } from "@vriddhi/core/order/order";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { toIstText } from "@vriddhi/core/time/ist";
import type { BulkPlan, BulkReport } from "./bulk-placing.ts";

export function bulkSentence({ now, later }: Pick<BulkPlan, "now" | "later">): string {
  const rows = [
    ...now.map(({ row, shares }) => `${rowWords(row)} over ${shares.length} accounts`),
    ...later.map((row) => `${rowWords(row)} at ${toIstText(row.dueAt).slice(0, 16).replace("T", " ")} IST`),
  ];
  return `Place ${rows.join("; ")}.`;
}

const rowWords = (row: {
  readonly side: Side;
  readonly totalQuantity: number;
  readonly symbol: string;
  readonly limit: Paise | null;
}) =>
  `${row.side === "buy" ? "long" : "short"} ${row.totalQuantity} ${row.symbol}${row.limit === null ? "" : ` at ₹${row.limit / PAISE_PER_RUPEE}`}`;

export const ORDERS_STORED = "The orders are stored. See Placements for the results.";
export const placedSentence = ({ successful, total, errors }: BulkReport): string =>
  [`${successful}/${total} orders placed.`, ...errors].join(" ");
