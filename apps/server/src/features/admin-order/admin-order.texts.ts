import type { RowFault } from "@vriddhi/core/back-office/order-row";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { Side } from "@vriddhi/core/order/order";
import type { OrderReason } from "@vriddhi/core/order/order-state";
import { highestPrice, lowestPrice } from "@vriddhi/core/order/price-band";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import type { Messages } from "../../platform/http/handler.ts";
import type { ShareState } from "./admin-order.store.ts";
import type { ShareMarket } from "./latest-price.ts";

const RUPEES = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const inRupees = (amount: number): string => RUPEES.format(amount / PAISE_PER_RUPEE);

export const adminOrderMessages: Messages<
  "share_unknown" | "no_active_users" | "order_row_wrong" | "limit_far_through" | "outside_session"
> = {
  share_unknown: "No broker lists this symbol.",
  no_active_users: "No user is subscribed, connected and has active capital, so no order can be placed.",
  order_row_wrong: "One of the orders cannot be placed. Check its row.",
  limit_far_through: "A limit is far through the market. Confirm it to place it.",
  outside_session: "Orders are placed on trading days from 9:15 AM to 2:45 PM IST.",
};

export const rowFaultSentences: Readonly<Record<RowFault, string>> = {
  limit_missing: "Please enter limit price for all limit orders",
  limit_unwanted: "A market order has no limit price",
  limit_off_step: "A limit price has at most two decimals",
  time_missing: "Please enter scheduled datetime for all scheduled orders",
  time_unwanted: "An immediate order has no scheduled time",
  time_unreadable: "The scheduled time must look like 2026-11-16T09:30",
  time_past: "The scheduled time has passed already",
  outside_hours: adminOrderMessages.outside_session,
  calendar_ends: "The trading days of that year are not known yet",
};

export const STORED_UNREAD =
  "The orders are stored, but the database cannot be read at the moment. Their results are not known yet.";
export const unknownSymbol = (symbol: string): string => `No broker lists ${symbol}.`;
export const noPrice = (symbol: string): string =>
  `No price of ${symbol} is known at the moment, so nothing was placed.`;

export const ofRow = (n: number, sentence: string): string => `Row ${n}: ${sentence}`;

const permitted = ({ price, band }: ShareMarket): string =>
  `Market price ${inRupees(price)}, permitted range ${inRupees(lowestPrice(band))} to ${inRupees(highestPrice(band))}.`;

export const limitOutOfRange = (symbol: string, market: ShareMarket): string =>
  `The limit price of ${symbol} is outside the range that the exchange accepts. ${permitted(market)}`;

export const farLimit = (
  row: {
    readonly symbol: string;
    readonly side: Side;
    readonly totalQuantity: number;
    readonly limit: Paise;
  },
  market: ShareMarket,
): string => {
  const { symbol, side, totalQuantity, limit } = row;
  const [verb, where] = side === "buy" ? ["Buy", "above"] : ["Sell", "below"];
  const percent = ((Math.abs(limit - market.price) / market.price) * 100).toFixed(1);
  const value = inRupees(totalQuantity * market.price);
  return `${verb} ${totalQuantity} ${symbol} at a limit of ${inRupees(limit)}, ${percent}% ${where} the market: it trades at once. ${permitted(market)} Worth ${value}.`;
};

/** A broker accepted the order, and its price did not come in time. */
export const CANCELLED_UNFILLED = "cancelled unfilled";

const skipSentences: Readonly<Record<SkipReason, string>> = {
  no_run: "no run",
  blocked: "entries are stopped by its owner or by an admin",
  daily_stop_hit: "the daily stop was reached",
  no_subscription: "no active subscription",
  not_connected: "the broker account is not connected",
  no_capital: "no capital is set",
  not_approved: "the day was not approved",
  outside_hours: "outside of the hours for entries",
  valid_until_passed: "its time had passed before its turn came",
  instrument_missing: "the broker does not list the share today",
  not_intraday: "the broker does not take the share for intraday trading",
  symbol_unwanted: "the owner never wants to trade this share",
  symbol_held: "the account holds the share already",
  symbol_worked: "an order of ours in this share is still open",
  order_unresolved: "the outcome of an earlier order is still open",
  entries_of_day_used: "the most trades of its day were made already",
  price_stale: "no fresh price was known",
  price_moved: "the price had moved too far",
  circuit_near: "the price is too near to the limit of the day",
  budget_spent: "the broker accepts no more orders from this account at the moment",
  stop_on_wrong_side: "the price had passed the stop already",
  capital_too_low: "the share of the order is larger than the account's capital",
  funds_too_low: "the money that is free at the broker does not cover it",
  turnover_too_low: "too little of the share is traded",
  risk_too_high: "it would put more at risk than the daily stop allows",
  no_price_in_band: "the exchange would not take the price",
};

const endSentences: Readonly<Partial<Record<OrderReason, string>>> = {
  valid_until_passed: "it could not leave before its time had passed",
  blocked: "entries were stopped before it left",
  not_found_in_clean_scans: "the broker does not show it",
  never_appeared: "the broker never showed it",
  day_ended: "the day ended before it left",
};

export function faultOf({ skip, order }: ShareState): string | null {
  if (skip !== null) return skipSentences[skip];
  if (order === null) return "it waits for its turn";
  const { status, reason, brokerMessage } = order;
  if (status === "unknown") return "the broker's answer was lost; the order is being looked up";
  if (status === "rejected")
    return brokerMessage === null ? "the broker refused it" : `the broker refused it: ${brokerMessage}`;
  if (status === "sending" || status === "ready" || status === "planned") return "the broker has not answered yet";
  return (reason === null ? undefined : endSentences[reason]) ?? brokerMessage ?? "it ended without a trade";
}

const NAMED_MAX = 3;

/** `SBIN: 40 accounts: the broker refused it (Asha Rao at Fyers, …)`: one sentence per share and reason. */
export function groupFaults(states: readonly ShareState[]): readonly string[] {
  const groups = Map.groupBy(states, (state) => `${state.n} ${faultOf(state)}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const names = group.slice(0, NAMED_MAX).map(({ name, broker }) => `${name} at ${brokerTitles[broker]}`);
    const more = group.length > NAMED_MAX ? ` and ${group.length - NAMED_MAX} more` : "";
    const who = `${names.join(", ")}${more}`;
    const count = group.length === 1 ? "1 account" : `${group.length} accounts`;
    return first === undefined ? "" : `${first.symbol}: ${count}: ${faultOf(first)} (${who})`;
  });
}
