import type { BrokerName } from "@vriddhi/core/broker/broker-name";

export interface Executed {
  readonly side: "buy" | "sell";
  /** In paise. */
  readonly value: number;
}

/** Brokerage of one order, in paise, by each broker's published rates. */
const brokerage: Readonly<Record<BrokerName, (value: number) => number>> = {
  zerodha: (value) => Math.min(value * 0.0003, 2_000),
  angelone: (value) => Math.min(Math.max(value * 0.001, 500), 2_000),
  fyers: (value) => Math.min(value * 0.0003, 2_000),
};

/** By published rates and without the product's rounding: the oracle's own sum. */
export function trueChargesOf(orders: readonly Executed[], broker: BrokerName): number {
  const sumOf = (side: Executed["side"]): number =>
    orders.reduce((sum, order) => (order.side === side ? sum + order.value : sum), 0);
  const [bought, sold] = [sumOf("buy"), sumOf("sell")];
  const turnover = bought + sold;
  const paid = orders.reduce((sum, { value }) => sum + (value === 0 ? 0 : brokerage[broker](value)), 0);
  const exchange = turnover * 0.0000297;
  const [fund, regulator] = [turnover * 0.000001, turnover * 0.000001];
  const taxed = paid + exchange + fund + (broker === "fyers" ? 0 : regulator);
  return paid + sold * 0.00025 + exchange + fund + regulator + bought * 0.00003 + taxed * 0.18;
}
