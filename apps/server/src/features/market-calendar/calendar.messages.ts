import type { Messages } from "../../platform/http/handler.ts";

export const calendarMessages: Messages<"calendar_refused" | "holiday_unconfirmed" | "holiday_still_open"> = {
  calendar_refused: "The calendar was not changed: the list was not understood.",
  holiday_unconfirmed: "Today has a session. Confirm to stop all trading, close everything and mark the day.",
  holiday_still_open: "All trading is stopped and being closed. The day is not marked yet.",
};

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export const calendarTexts = {
  listed: (year: number, closures: number) =>
    `${year}: ${closures} weekdays without a session. Every process knows it within a minute.`,
  closed: (day: string) => `${day} has no session. Every process knows it within a minute.`,
  closedToday: (day: string) =>
    `${day} has no session. All trading is stopped and nothing is open. Lift the stop before the next session.`,
  reopened: (day: string) => `${day} has its session again. Every process knows it within a minute.`,
  reopenedStopped: "All trading is still stopped: lift the stop to trade.",
  asksToday: (accounts: number, orders: number) =>
    `Today has a session: ${counted(accounts, "account holds a position", "accounts hold positions")} and ${counted(orders, "order is", "orders are")} open. If you confirm, all trading is stopped, everything is closed, and then the day is marked.`,
  stillOpen: (accounts: number, orders: number) =>
    `All trading is stopped and being closed: ${counted(accounts, "account still holds a position", "accounts still hold positions")} and ${counted(orders, "order is", "orders are")} open. The day is not marked yet: confirm again in a moment.`,
  listClosesToday: "The list closes today, which has a session: add today as an emergency holiday.",
  notAdded: "That day is not an added holiday.",
  pastRemoval: "A holiday can be taken back from today on.",
  past: "A holiday can be added from today on.",
  weekend: "That day is a Saturday or a Sunday.",
  unknownYear: "The year's list is not known yet: add the year first.",
  already: "That day has no session already.",
} as const;
