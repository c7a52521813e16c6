import { LIMIT_PRICE_MIN, TOTAL_QUANTITY_MIN } from "@vriddhi/core/back-office/order-form";
import { ORDER_ROWS_MAX } from "@vriddhi/core/back-office/order-row";
import type { Call } from "../../../lib/api.ts";

export interface OrderDraft {
  /** Only identifies rows on the screen. */
  readonly key: number;
  readonly symbol: string;
  readonly quantity: string;
  readonly orderType: "market" | "limit";
  readonly positionType: "long" | "short";
  readonly limitPrice: string;
  readonly scheduleType: "immediate" | "scheduled";
  /** As `datetime-local` writes it: the browser's own time. */
  readonly scheduledAt: string;
}

export type OrderField = "symbol" | "quantity" | "price" | "time";
export type DraftFault = "incomplete" | "noPrice" | "noTime";

export const freshOrder = (key: number): OrderDraft => ({
  key,
  symbol: "",
  quantity: "",
  orderType: "market",
  positionType: "long",
  limitPrice: "",
  scheduleType: "immediate",
  scheduledAt: "",
});

const nextKey = (rows: readonly OrderDraft[]): number => Math.max(...rows.map(({ key }) => key)) + 1;

export const canAddOrder = (rows: readonly OrderDraft[]): boolean => rows.length < ORDER_ROWS_MAX;
export const addOrder = (rows: readonly OrderDraft[]): readonly OrderDraft[] =>
  canAddOrder(rows) ? [...rows, freshOrder(nextKey(rows))] : rows;

/** C5.9: one row always stays. */
export const removeOrder = (rows: readonly OrderDraft[], key: number): readonly OrderDraft[] =>
  rows.length > 1 ? rows.filter((row) => row.key !== key) : rows;

export const changeOrder = (
  rows: readonly OrderDraft[],
  key: number,
  changes: Partial<OrderDraft>,
): readonly OrderDraft[] => rows.map((row) => (row.key === key ? { ...row, ...changes } : row));

/** C2.41: both buttons are disabled while a row lacks its symbol or its quantity; empty and 0 are no quantity. */
export const lacksBasics = (rows: readonly OrderDraft[]): boolean =>
  rows.some(({ symbol, quantity }) => symbol === "" || Number(quantity) < TOTAL_QUANTITY_MIN);

const WHOLE = /^\d+$/;
const isQuantity = (text: string): boolean => WHOLE.test(text) && Number(text) >= TOTAL_QUANTITY_MIN;
const isPrice = (text: string): boolean =>
  text !== "" && Number.isFinite(Number(text)) && Number(text) >= LIMIT_PRICE_MIN;

export function faultsOf(row: OrderDraft): readonly OrderField[] {
  const faults: OrderField[] = [];
  if (row.symbol.trim() === "") faults.push("symbol");
  if (!isQuantity(row.quantity)) faults.push("quantity");
  if (row.orderType === "limit" && !isPrice(row.limitPrice)) faults.push("price");
  if (row.scheduleType === "scheduled" && row.scheduledAt === "") faults.push("time");
  return faults;
}

const sentences: readonly (readonly [OrderField, DraftFault])[] = [
  ["symbol", "incomplete"],
  ["quantity", "incomplete"],
  ["price", "noPrice"],
  ["time", "noTime"],
];

/** C5.8: the first missing value, in the order of the messages. */
export function faultOfDraft(rows: readonly OrderDraft[]): DraftFault | null {
  const missing = new Set(rows.flatMap(faultsOf));
  return sentences.find(([field]) => missing.has(field))?.[1] ?? null;
}

/** C5.8: a preview needs only symbol and quantity. */
export const isPreviewable = (rows: readonly OrderDraft[]): boolean =>
  rows.every((row) => row.symbol.trim() !== "" && isQuantity(row.quantity));

type OrdersBody = Call<"POST", "/api/admin/place-bulk-orders">["body"];
type OrderBody = OrdersBody["orders"][number];

/** C5.9: price of limit orders only, time of scheduled ones only. */
export function toOrderBody(row: OrderDraft): OrderBody {
  const body: OrderBody = {
    symbol: row.symbol.trim(),
    total_quantity: Number(row.quantity),
    order_type: row.orderType,
    position_type: row.positionType,
    schedule_type: row.scheduleType,
  };
  if (row.orderType === "limit") body.limit_price = Number(row.limitPrice);
  if (row.scheduleType === "scheduled") body.scheduled_datetime = new Date(row.scheduledAt).toISOString();
  return body;
}

const twoDigits = (part: number): string => String(part).padStart(2, "0");

export function toLocalInput(at: number): string {
  const local = new Date(at);
  const date = [local.getFullYear(), twoDigits(local.getMonth() + 1), twoDigits(local.getDate())].join("-");
  return `${date}T${twoDigits(local.getHours())}:${twoDigits(local.getMinutes())}`;
}

export interface DraftSum {
  readonly orders: number;
  readonly shares: number;
  /** `null` while a row has no price. */
  readonly rupees: number | null;
}

/** A row's value in rupees: at its limit, or at the market price. `null`: one of the two is not known. */
export function rowValueOf(row: OrderDraft, market: number | null): number | null {
  if (!isQuantity(row.quantity)) return null;
  const isLimit = row.orderType === "limit";
  if (isLimit) return isPrice(row.limitPrice) ? Number(row.limitPrice) * Number(row.quantity) : null;
  return market === null ? null : market * Number(row.quantity);
}

export function sumOf(rows: readonly OrderDraft[], marketOf: (symbol: string) => number | null): DraftSum {
  const shares = rows.reduce((sum, { quantity }) => sum + (isQuantity(quantity) ? Number(quantity) : 0), 0);
  const values = rows.map((row) => rowValueOf(row, marketOf(row.symbol.trim())));
  const rupees = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return { orders: rows.length, shares, rupees: values.includes(null) ? null : rupees };
}
