import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { type IstDate, type IstMinute, istDate, istDateOf, isWeekend, yearOf } from "@vriddhi/core/time/ist";
import { publishedYears } from "@vriddhi/core/time/trading-calendar";
import { parseYearList, type YearList } from "@vriddhi/core/time/year-list";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { calendarTexts } from "./calendar.messages.ts";
import type { CalendarStore } from "./calendar.store.ts";

export interface CalendarRoutesDeps {
  readonly store: CalendarStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
}

const clockText = (minute: IstMinute): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

const toReply = ({ year, closures, sessions }: YearList, source: "bundled" | "operator") => ({
  year,
  source,
  closures: [...closures],
  sessions: sessions.map(({ date, kind, open, close }) => ({
    date,
    kind,
    open: clockText(open),
    close: clockText(close),
  })),
});

/** An operator's list takes the place of the bundled one of its year. */
async function effectiveYears(store: Pick<CalendarStore, "list">) {
  const own = await store.list();
  const replaced = new Set(own.map(({ year }) => year));
  const bundled = publishedYears.filter(({ year }) => !replaced.has(year));
  return [
    ...bundled.map((list) => ({ list, source: "bundled" as const })),
    ...own.map((list) => ({ list, source: "operator" as const })),
  ].sort((a, b) => a.list.year - b.list.year);
}

/** The year with one more day without a session, or why not. */
function withHoliday(list: YearList | undefined, day: IstDate, today: IstDate): Result<YearList, string> {
  if (day < today) return err(calendarTexts.past);
  if (isWeekend(day)) return err(calendarTexts.weekend);
  if (list === undefined) return err(calendarTexts.unknownYear);
  if (list.closures.includes(day)) return err(calendarTexts.already);
  const closures = [...list.closures, day].sort();
  return ok({ ...list, closures, sessions: list.sessions.filter(({ date }) => date !== day) });
}

const refused = (detail: string) => err({ code: "calendar_refused" as const, detail });

export const calendarHandlers = (
  deps: CalendarRoutesDeps,
): Handlers<"readCalendar" | "listCalendarYear" | "addHoliday"> => ({
  async readCalendar() {
    const years = await effectiveYears(deps.store);
    return ok({ years: years.map(({ list, source }) => toReply(list, source)) });
  },
  async listCalendarYear({ caller, body, from }) {
    const parsed = parseYearList(body.list, body.year);
    if (!parsed.ok) return refused(parsed.error);
    await deps.store.save(parsed.value, deps.humanClock.now());
    const after = { year: body.year, closures: parsed.value.closures.length };
    const who = { userId: null, byUserId: caller.userId, ip: from.ip };
    await deps.audit.record({ kind: "desk_calendar_changed", ...who, after, reason: body.reason });
    const message = calendarTexts.listed(body.year, parsed.value.closures.length);
    return ok({ message, year: toReply(parsed.value, "operator") });
  },
  async addHoliday({ caller, body, from }) {
    const day = istDate(body.day);
    const years = await effectiveYears(deps.store);
    const known = years.find(({ list }) => list.year === yearOf(day))?.list;
    const changed = withHoliday(known, day, istDateOf(deps.marketClock.now()));
    if (!changed.ok) return refused(changed.error);
    await deps.store.save(changed.value, deps.humanClock.now());
    const who = { userId: null, byUserId: caller.userId, ip: from.ip };
    await deps.audit.record({ kind: "desk_calendar_changed", ...who, after: { holiday: day }, reason: body.reason });
    return ok({ message: calendarTexts.closed(day), year: toReply(changed.value, "operator") });
  },
});
