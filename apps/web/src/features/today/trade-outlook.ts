import type { ExecutedOrder } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { dayResult } from "@vriddhi/core/risk/daily-stop";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { Day, DayFill, DayOrder, DayPosition } from "./day-types.ts";

/** From the fills where they are known, else from the order's rounded average. */
export function tradedValue({ tag, filled, average_price_paise: average }: DayOrder, fills: readonly DayFill[]): Paise {
  const own = fills.filter((fill) => fill.tag === tag);
  const isKnown = own.reduce((sum, { quantity }) => sum + quantity, 0) >= filled;
  return paise(isKnown ? own.reduce((sum, fill) => sum + fill.quantity * fill.price_paise, 0) : filled * average);
}

const executedOf = ({ orders, fills }: Day): readonly ExecutedOrder[] =>
  orders.filter(({ filled }) => filled > 0).map((order) => ({ side: order.side, value: tradedValue(order, fills) }));

type Left = readonly [position: DayPosition, price: number];

/** The account's result of the day after charges, exit charges included, if these trades are closed at these prices. */
export function dayResultIf(day: Day, left: readonly Left[]): Paise | null {
  if (day.broker === null) return null;
  const open = left.map(([{ side, quantity, average_paise: average }, price]) => ({
    netQuantity: side === "buy" ? quantity : -quantity,
    openValue: paise(quantity * average),
    leavingPrice: paise(price),
  }));
  const { realised_paise: realised } = day.result;
  return dayResult({ realised: paise(realised), executed: executedOf(day), open, tariff: tariffOf(day.broker) });
}

/** The same if every open trade ends at its stop; `null`: nothing is open, or a trade has no stop. */
export function dayResultAtStops(day: Day): Paise | null {
  const left = day.positions.flatMap((position): Left[] =>
    position.stop_paise === null ? [] : [[position, position.stop_paise]],
  );
  return left.length === 0 || left.length < day.positions.length ? null : dayResultIf(day, left);
}
