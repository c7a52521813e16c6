import { REASON_MAX, REASON_MIN } from "@vriddhi/core/back-office/desk-act";
import { toPlainMessage } from "@vriddhi/core/site/support-message";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const LIST_MAX = 4_000;
const reason = z
  .string()
  .max(REASON_MAX)
  .transform(toPlainMessage)
  .refine((text) => text.length >= REASON_MIN, `Please give a reason of at least ${REASON_MIN} characters`)
  .describe("recorded in the audit log");

const year = z.strictObject({
  year: z.int(),
  source: z.enum(["bundled", "operator"]).describe("an operator's list replaces the bundled one"),
  closures: z.array(z.iso.date()),
  removable: z.array(z.iso.date()).describe("added closures from today on, which can be removed"),
  sessions: z.array(
    z.strictObject({ date: z.iso.date(), kind: z.enum(["special", "short"]), open: z.string(), close: z.string() }),
  ),
});

/** The exchange's trading days. A change reaches every process within a minute. */
export const deskCalendarEndpoints = {
  readCalendar: endpoint({
    method: "GET",
    path: "/api/admin/calendar",
    summary: "The listed years: holidays and special sessions",
    access: "support",
    reply: z.strictObject({ years: z.array(year) }),
    problems: [],
  }),
  listCalendarYear: endpoint({
    method: "PUT",
    path: "/api/admin/calendar",
    summary: "A whole year as the exchange published it, one line per day; replaces the listed year",
    access: "admin",
    proof: "fresh",
    body: z.strictObject({
      year: z.int().min(2_000).max(2_099),
      list: z.string().max(LIST_MAX).describe("26-Jan-2027 Republic Day, or 2027-11-08 special 18:00-19:00"),
      reason,
    }),
    reply: z.strictObject({ message: z.string(), year }),
    problems: ["calendar_refused"],
  }),
  addHoliday: endpoint({
    method: "POST",
    path: "/api/admin/calendar/holidays",
    summary: "Add an emergency holiday, from today on",
    access: "admin",
    proof: "fresh",
    body: z.strictObject({
      day: z.iso.date(),
      reason,
      confirm: z
        .boolean()
        .optional()
        .describe(
          "for today: all trading is stopped and closed first; without it the call is a 409 with the open amount",
        ),
    }),
    reply: z.strictObject({ message: z.string(), year }),
    problems: ["calendar_refused", "holiday_unconfirmed", "holiday_still_open"],
  }),
  removeHoliday: endpoint({
    method: "DELETE",
    path: "/api/admin/calendar/holidays/{day}",
    summary: "Remove an added holiday, at the latest on the day itself; restores its session",
    access: "admin",
    proof: "fresh",
    params: z.strictObject({ day: z.iso.date() }),
    reply: z.strictObject({ message: z.string(), year }),
    problems: ["calendar_refused"],
  }),
};
