import type { Trade } from "@vriddhi/core/backtest/trade";
import { barTimeText, MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";

/** Paise are whole, so that the quotient prints with at most two decimals. */
export const toRupees = (amount: number): number => amount / PAISE_PER_RUPEE;

/** A day's bar begins at midnight and is written as its date. */
const timeText = (minute: number): string =>
  minute % MINUTES_PER_DAY === 0 ? barTimeText(minute).slice(0, 10) : barTimeText(minute);

export const tradeJson = (trade: Trade) => ({
  symbol: trade.symbol,
  side: trade.side === "buy" ? "long" : "short",
  quantity: trade.quantity,
  entry_time: timeText(trade.entryMinute),
  entry_price: toRupees(trade.entryPrice),
  exit_time: timeText(trade.exitMinute),
  exit_price: toRupees(trade.exitPrice),
  exit_cause: trade.exitCause,
  gross: toRupees(trade.gross),
  charges: toRupees(trade.charges),
  net: toRupees(trade.net),
  reason: trade.reason,
});

/** One trade a line: readable, and easy to compare. */
export const tradeLines = (trades: readonly Trade[]): string =>
  trades.map((trade) => JSON.stringify(tradeJson(trade))).join(",\n");
