import type { BrokerInstrument } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { readJson } from "../transport/answers.ts";
import { EXCHANGE } from "./endpoints.ts";
import { scrip } from "./wire.ts";

const SHARE = /^(.+)-EQ$/;

/** Ticks are in paise. */
function toInstrument(row: unknown): BrokerInstrument | null {
  const parsed = scrip.safeParse(row);
  if (!parsed.success || parsed.data.exch_seg !== EXCHANGE) return null;
  const { symbol: brokerSymbol, token, lotsize, tick_size } = parsed.data;
  const symbol = SHARE.exec(brokerSymbol)?.[1];
  const tickSize = Number(tick_size);
  if (symbol === undefined || !Number.isSafeInteger(tickSize) || tickSize <= 0) return null;
  return { isin: "", symbol, brokerSymbol, token, tickSize: paise(tickSize), lotSize: Number(lotsize) || 1 };
}

/** A text that occurs only in rows we keep, so that the other two hundred thousand need no parsing. */
const SHARE_MARK = '-EQ"';

/** Rows are flat: each ends at its first brace. `null` for a brace in a name: then the whole list is parsed, slowly. */
function cutOut(list: string): readonly unknown[] | null {
  const rows: unknown[] = [];
  let from = list.indexOf("{");
  while (from >= 0) {
    const end = list.indexOf("}", from);
    const next = end < 0 ? -1 : list.indexOf("{", end);
    if (end < 0 || !isBetweenRows(list, end + 1, next)) return null;
    const text = list.slice(from, end + 1);
    const row = text.includes(SHARE_MARK) ? readJson(text) : undefined;
    if (row === null) return null;
    if (row !== undefined) rows.push(row);
    from = next;
  }
  return rows;
}

/** A comma before another row, a bracket after the last one. */
const isBetweenRows = (list: string, from: number, next: number): boolean =>
  next < 0 ? list.slice(from).trim() === "]" : list.slice(from, next).trim() === ",";

/** NSE's EQ shares. `null` when this is not the list: an empty list would mean that nothing can be traded. */
export function readInstruments(text: string): readonly BrokerInstrument[] | null {
  const list = text.trim();
  if (!list.startsWith("[") || !list.endsWith("]")) return null;
  const rows = cutOut(list) ?? readJson(list);
  if (!Array.isArray(rows)) return null;
  const shares = rows.flatMap((row) => toInstrument(row) ?? []);
  return shares.length === 0 ? null : shares;
}
