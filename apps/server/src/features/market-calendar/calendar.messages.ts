import type { Messages } from "../../platform/http/handler.ts";

export const calendarMessages: Messages<"calendar_refused"> = {
  calendar_refused: "The calendar was not changed: the list was not understood.",
};

export const calendarTexts = {
  listed: (year: number, closures: number) =>
    `${year}: ${closures} weekdays without a session. Every process knows it within a minute.`,
  closed: (day: string) => `${day} has no session. Every process knows it within a minute.`,
  past: "A holiday can be added from today on.",
  weekend: "That day is a Saturday or a Sunday.",
  unknownYear: "The year's list is not known yet: add the year first.",
  already: "That day has no session already.",
} as const;
