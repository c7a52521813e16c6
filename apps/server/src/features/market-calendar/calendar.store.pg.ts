import { istDate, istMinute } from "@vriddhi/core/time/ist";
import type { YearList } from "@vriddhi/core/time/year-list";
import { asc } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { marketYears } from "../../platform/db/schema/calendar.ts";
import type { CalendarStore } from "./calendar.store.ts";

type Row = typeof marketYears.$inferSelect;

const toMinute = (minutes: number) => istMinute(Math.floor(minutes / 60), minutes % 60);

const toList = ({ year, closures, sessions }: Row): YearList => ({
  year,
  closures: closures.map(istDate),
  sessions: sessions.map(({ date, kind, open, close }) => ({
    date: istDate(date),
    kind,
    open: toMinute(open),
    close: toMinute(close),
  })),
});

export const createCalendarStore = ({ db }: Pick<Database, "db">): CalendarStore => ({
  async list() {
    return (await db.select().from(marketYears).orderBy(asc(marketYears.year))).map(toList);
  },
  async save({ year, closures, sessions }, listedAt) {
    const listed = { closures, sessions, listedAt };
    await db
      .insert(marketYears)
      .values({ year, closures, sessions, listedAt })
      .onConflictDoUpdate({ target: marketYears.year, set: listed });
  },
});
