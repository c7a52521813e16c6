import type { Side } from "../order/order.ts";
import { TRADING_HOURS } from "../risk/trading-hours.ts";
import { PAISE_PER_RUPEE, type Paise, paise } from "../shared/money.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { type EpochMs, epochMs, MINUTE_MS } from "../time/clock.ts";
import { isCalendarDate, istDateOf, istInstant, yearOf } from "../time/ist.ts";
import { isTradingDay, type TradingCalendar } from "../time/trading-calendar.ts";

export const ORDER_ROWS_MAX = 20;

/** More than any share's daily volume: beyond it a typing error is more likely than an intention. */
export const TOTAL_QUANTITY_MAX = 100_000_000;

/** The latest placement of a scheduled order that no process could place in time, on the market clock. */
export const SCHEDULED_LATE_MS = 2 * MINUTE_MS;

export interface TypedRow {
  readonly symbol: string;
  readonly totalQuantity: number;
  readonly orderType: "market" | "limit";
  readonly positionType: "long" | "short";
  readonly scheduleType: "immediate" | "scheduled";
  /** Rupees. */
  readonly limitPrice: number | null;
  readonly scheduledDatetime: string | null;
}

export interface OrderRow {
  readonly symbol: string;
  readonly totalQuantity: number;
  readonly side: Side;
  /** `null` for a market order. */
  readonly limit: Paise | null;
  /** Market clock; `null` for now. */
  readonly dueAt: EpochMs | null;
}

export type RowFault =
  | "limit_missing"
  | "limit_unwanted"
  | "limit_off_step"
  | "time_missing"
  | "time_unwanted"
  | "time_unreadable"
  | "time_past"
  | "outside_hours"
  | "calendar_ends";

const SHAPE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** An instant from a form or a program; without an offset it is IST. `null` if unreadable. */
export function parseScheduled(text: string): EpochMs | null {
  const parts = SHAPE.exec(text);
  if (parts === null || !isCalendarDate(parts[1] ?? "")) return null;
  const offset = parts[5] ?? "+05:30";
  const zone = offset === "Z" || offset.includes(":") ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
  const at = Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4] ?? "00"}${zone}`);
  return Number.isNaN(at) ? null : epochMs(at);
}

export function judgeOrderTime(calendar: TradingCalendar, at: EpochMs): "outside_hours" | "calendar_ends" | null {
  const day = istDateOf(at);
  if (!calendar.knows(yearOf(day))) return "calendar_ends";
  const { entriesFrom, entriesUntil } = TRADING_HOURS;
  const isIn = at >= istInstant(day, entriesFrom) && at < istInstant(day, entriesUntil);
  return isIn && isTradingDay(calendar, day) ? null : "outside_hours";
}

const EPSILON = 1e-6;

function readLimit({ orderType, limitPrice }: TypedRow): Result<Paise | null, RowFault> {
  if (orderType === "market") return limitPrice === null ? ok(null) : err("limit_unwanted");
  if (limitPrice === null || limitPrice <= 0) return err("limit_missing");
  const amount = Math.round(limitPrice * PAISE_PER_RUPEE);
  return Math.abs(limitPrice * PAISE_PER_RUPEE - amount) < EPSILON * PAISE_PER_RUPEE
    ? ok(paise(amount))
    : err("limit_off_step");
}

function readTime(
  { scheduleType, scheduledDatetime }: TypedRow,
  calendar: TradingCalendar,
  marketNow: EpochMs,
): Result<EpochMs | null, RowFault> {
  if (scheduleType === "immediate") {
    if (scheduledDatetime !== null) return err("time_unwanted");
    const fault = judgeOrderTime(calendar, marketNow);
    return fault === null ? ok(null) : err(fault);
  }
  if (scheduledDatetime === null || scheduledDatetime === "") return err("time_missing");
  const at = parseScheduled(scheduledDatetime);
  if (at === null) return err("time_unreadable");
  if (at <= marketNow) return err("time_past");
  const fault = judgeOrderTime(calendar, at);
  return fault === null ? ok(at) : err(fault);
}

export function readOrderRow(
  typed: TypedRow,
  calendar: TradingCalendar,
  marketNow: EpochMs,
): Result<OrderRow, RowFault> {
  const limit = readLimit(typed);
  if (!limit.ok) return limit;
  const dueAt = readTime(typed, calendar, marketNow);
  if (!dueAt.ok) return dueAt;
  const { symbol, totalQuantity, positionType } = typed;
  const side = positionType === "long" ? "buy" : "sell";
  return ok({ symbol, totalQuantity, side, limit: limit.value, dueAt: dueAt.value });
}
