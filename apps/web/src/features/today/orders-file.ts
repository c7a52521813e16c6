import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { istDateOf } from "@vriddhi/core/time/ist";
import { toCsv } from "../../lib/csv.ts";
import { formatIstClock, instantOf } from "../../lib/format.ts";
import { brokerLabel } from "./broker-label.ts";
import type { DayFill, DayNote, DayOrder } from "./day-types.ts";
import { whyText } from "./order-format.ts";
import { todayTexts } from "./today.texts.ts";
import { tradedValue } from "./trade-outlook.ts";

const texts = todayTexts.orders;

/** Without it spreadsheets decode the rupee sign wrongly. */
const BYTE_ORDER_MARK = "\uFEFF";

/** 812.35, without a sign: a spreadsheet can add the column up. */
const inRupees = (amount: number): string => (amount / PAISE_PER_RUPEE).toFixed(2);

const indianDate = (isoDay: string): string => isoDay.split("-").reverse().join("/");

const rowOf = (day: DayOrders) => (order: DayOrder) => {
  const { broker, fills } = day;
  const { planned_at: at, leg, side, symbol, isin, quantity, filled, trigger_paise: trigger, status, tag } = order;
  return [
    indianDate(istDateOf(instantOf(at))),
    formatIstClock(instantOf(at)),
    brokerLabel(broker),
    texts.legs[leg],
    texts.sides[side],
    symbol,
    isin,
    quantity,
    inRupees(order.limit_paise),
    trigger === null ? null : inRupees(trigger),
    filled,
    filled === 0 ? null : inRupees(order.average_price_paise),
    filled === 0 ? null : inRupees(tradedValue(order, fills)),
    texts.statuses[status],
    whyText(order, day),
    tag,
  ];
};

export interface DayOrders {
  readonly tradingDay: string;
  readonly broker: TradingBroker;
  readonly orders: readonly DayOrder[];
  readonly fills: readonly DayFill[];
  readonly notes: readonly DayNote[];
}

export function ordersFileOf(day: DayOrders): { name: string; text: string } {
  const { tradingDay, broker, orders } = day;
  const rows = [texts.columns, ...orders.map(rowOf(day))];
  return { name: `orders-${tradingDay}-${broker}.csv`, text: `${BYTE_ORDER_MARK}${toCsv(rows)}` };
}
