import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";

const counted = (count: number, word: string): string =>
  `${count.toLocaleString("en-IN")} ${word}${count === 1 ? "" : "s"}`;

export const orderTexts = {
  title: "Order Placement Panel",
  note: "Market orders are sent as LIMIT at a protective price",
  rows: (count: number, most: number) => `${count} of ${most} rows`,
  order: (number: number) => `Order ${number}`,
  symbol: "Symbol",
  quantity: "Total Quantity",
  orderType: "Order Type",
  positionType: "Position Type",
  limitPrice: "Limit Price",
  scheduleType: "Schedule Type",
  scheduledAt: "Scheduled Date & Time",
  orderTypes: { market: "Market", limit: "Limit" },
  positionTypes: { long: "Long (Buy)", short: "Short (Sell)" },
  scheduleTypes: { immediate: "Immediate", scheduled: "Scheduled" },
  sides: { long: "LONG", short: "SHORT" },
  none: "–",
  add: "+ Add Order",
  remove: "Remove",
  removeOrder: (number: number) => `Remove order ${number}`,
  editOrder: (number: number) => `Edit order ${number}`,
  empty: "Empty row",
  preview: "Preview Distribution",
  place: "Place Orders",
  placing: "Placing Orders...",
  orders: (count: number) => counted(count, "order"),
  shares: (count: number) => counted(count, "share"),
  about: (amount: string) => `about ${amount}`,
  valueUnknown: "value not known",
  market: (price: string) => `Market ${price}`,
  noPrice: "No market price is known",
  permitted: (lowest: string, highest: string) => `permitted ${lowest} to ${highest}`,
  value: (amount: string) => `value about ${amount}`,
  farTitle: "Place limits far through the market?",
  farPlace: "Place at these limits",
  farBack: "Change the orders",
  faults: {
    symbol: "Enter a symbol",
    quantity: "Enter a quantity",
    price: "Enter a limit price",
    time: "Enter a time",
  },
} as const;

export const orderToasts = {
  incomplete: "Please fill in symbol and quantity for all orders",
  noPrice: "Please enter limit price for all limit orders",
  noTime: "Please enter scheduled datetime for all scheduled orders",
  previewFailed: "Failed to generate order preview",
  placeFailed: "Failed to place orders",
  partly: (done: number, all: number) => `Some orders failed. ${done}/${all} orders placed successfully.`,
  placed: (done: number, all: number) => `All orders placed successfully! ${done}/${all} orders placed.`,
  more: (count: number) => `${counted(count, "more error")}: see Last placement.`,
} as const;

export const distributionTexts = {
  title: "Capital Distribution",
  total: "Total Active Capital",
  users: "Active Users",
  failed: "Failed to load capital summary",
  tryAgain: "Try again",
  loading: "Loading the capital summary",
  hint: "Preview Distribution shows here how the first row is split by capital.",
  row: "Row 1",
  close: "Close preview",
  list: "Allocations",
  shares: "shares",
  including: (count: number) => `incl. ${count.toLocaleString("en-IN")}`,
  allocated: "Total Allocated",
  remainder: (count: number) => `Remainder: ${count.toLocaleString("en-IN")} shares (assigned to highest capital user)`,
  empty: (count: number) => `${counted(count, "account")} ${count === 1 ? "receives" : "receive"} 0 shares`,
  more: (count: number) => `and ${counted(count, "account")} more`,
} as const;

export const placementTexts = {
  title: "Last placement",
  listTitle: "Placements",
  newest: (count: number) => `the newest ${count}`,
  sources: { desk: "placed at once", schedule: "scheduled" },
  count: (done: number, all: number) => `${done.toLocaleString("en-IN")} of ${all.toLocaleString("en-IN")}`,
  ends: (of: { readonly filled_orders: number; readonly working_orders: number; readonly cancelled_orders: number }) =>
    `${of.filled_orders.toLocaleString("en-IN")} filled, ${of.working_orders.toLocaleString("en-IN")} working, ${of.cancelled_orders.toLocaleString("en-IN")} cancelled unfilled`,
  csv: "CSV",
  all: "Every account's order was taken by its broker.",
  waiting: "Waiting for a second admin",
  outcomes: {
    waiting: "On their way",
    placed: "Placed",
    filled: "Filled",
    unknown: "Still unknown, looked up by tag",
    refused: "Refused",
    skipped: "Skipped",
  },
  at: (broker: BrokerName, count: number) => `${brokerTitles[broker]} ${count}`,
  reasons: "What did not go through",
} as const;
