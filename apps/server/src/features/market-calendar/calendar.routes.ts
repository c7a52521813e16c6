import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import {
  type IstDate,
  type IstMinute,
  istDate,
  istDateOf,
  istInstant,
  isWeekend,
  yearOf,
} from "@vriddhi/core/time/ist";
import { createCalendar, publishedYears } from "@vriddhi/core/time/trading-calendar";
import { parseYearList, type YearList } from "@vriddhi/core/time/year-list";
import type { Audit, AuditEntry } from "../../platform/audit/audit.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { calendarTexts } from "./calendar.messages.ts";
import type { CalendarStore } from "./calendar.store.ts";

export interface CalendarRoutesDeps {
  readonly store: CalendarStore;
  readonly audit: Audit;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  countOpen(): Promise<OpenToday>;
  /** Stops all trading and closes positions; returns what is open when the wait ends. */
  closeEverything(by: { readonly userId: string; readonly ip: string }): Promise<OpenToday>;
  isStopped(): Promise<boolean>;
}

interface OpenToday {
  readonly accounts: number;
  readonly orders: number;
}

const clockText = (minute: IstMinute): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

const toReply = (
  { year, closures, sessions }: YearList,
  source: "bundled" | "operator",
  removable: readonly IstDate[],
) => ({
  year,
  source,
  closures: [...closures],
  removable: [...removable],
  sessions: sessions.map(({ date, kind, open, close }) => ({
    date,
    kind,
    open: clockText(open),
    close: clockText(close),
  })),
});

async function effectiveYears(store: Pick<CalendarStore, "list">) {
  const own = await store.list();
  const replaced = new Set(own.map(({ year }) => year));
  const bundled = publishedYears.filter(({ year }) => !replaced.has(year));
  return [
    ...bundled.map((list) => ({ list, source: "bundled" as const })),
    ...own.map((list) => ({ list, source: "operator" as const })),
  ].sort((a, b) => a.list.year - b.list.year);
}

const bundledYear = (year: number): YearList | undefined => publishedYears.find((each) => each.year === year);

const knownYear = async (store: Pick<CalendarStore, "list">, year: number): Promise<YearList | undefined> =>
  (await effectiveYears(store)).find(({ list }) => list.year === year)?.list;

function withHoliday(list: YearList | undefined, day: IstDate, today: IstDate): Result<YearList, string> {
  if (day < today) return err(calendarTexts.past);
  if (isWeekend(day)) return err(calendarTexts.weekend);
  if (list === undefined) return err(calendarTexts.unknownYear);
  if (list.closures.includes(day)) return err(calendarTexts.already);
  const closures = [...list.closures, day].sort();
  return ok({ ...list, closures, sessions: list.sessions.filter(({ date }) => date !== day) });
}

const removableOf = ({ year, closures }: YearList, today: IstDate): readonly IstDate[] => {
  const bundled = bundledYear(year)?.closures ?? [];
  return closures.filter((day) => day >= today && !bundled.includes(day));
};

/** The year without an added holiday, with the bundled session of that day; or the refusal. */
function withoutHoliday(list: YearList | undefined, day: IstDate, today: IstDate): Result<YearList, string> {
  if (day < today) return err(calendarTexts.pastRemoval);
  if (list === undefined || !removableOf(list, today).includes(day)) return err(calendarTexts.notAdded);
  const own = bundledYear(list.year)?.sessions.filter(({ date }) => date === day) ?? [];
  return ok({ ...list, closures: list.closures.filter((each) => each !== day), sessions: [...list.sessions, ...own] });
}

const refused = (detail: string) => err({ code: "calendar_refused" as const, detail });

type Names = "readCalendar" | "listCalendarYear" | "addHoliday" | "removeHoliday";

export function calendarHandlers(deps: CalendarRoutesDeps): Handlers<Names> {
  const { store, audit, humanClock, marketClock } = deps;
  const today = () => istDateOf(marketClock.now());
  const reply = (list: YearList, source: "bundled" | "operator") => toReply(list, source, removableOf(list, today()));

  /** Closing a session of today that has not ended needs a confirmed holiday. */
  function isRunningToday(list: YearList | undefined): boolean {
    if (list === undefined) return false;
    const session = createCalendar([list]).sessionOf(today());
    return session.close !== null && marketClock.now() < istInstant(today(), session.close);
  }

  async function closeToday(isConfirmed: boolean, by: { readonly userId: string; readonly ip: string }) {
    if (!isConfirmed) {
      const { accounts, orders } = await deps.countOpen();
      return err({ code: "holiday_unconfirmed" as const, detail: calendarTexts.asksToday(accounts, orders) });
    }
    const { accounts, orders } = await deps.closeEverything(by);
    if (accounts + orders === 0) return ok(null);
    return err({ code: "holiday_still_open" as const, detail: calendarTexts.stillOpen(accounts, orders) });
  }

  async function save(list: YearList, by: Omit<AuditEntry, "kind" | "userId">): Promise<void> {
    await store.save(list, humanClock.now());
    await audit.record({ kind: "desk_calendar_changed", userId: null, ...by });
  }

  return {
    async readCalendar() {
      const years = await effectiveYears(store);
      return ok({ years: years.map(({ list, source }) => reply(list, source)) });
    },
    async listCalendarYear({ caller, body, from }) {
      const parsed = parseYearList(body.list, body.year);
      if (!parsed.ok) return refused(parsed.error);
      if (isRunningToday(await knownYear(store, yearOf(today()))) && parsed.value.closures.includes(today()))
        return refused(calendarTexts.listClosesToday);
      const after = { year: body.year, closures: parsed.value.closures.length };
      await save(parsed.value, { byUserId: caller.userId, ip: from.ip, after, reason: body.reason });
      const message = calendarTexts.listed(body.year, parsed.value.closures.length);
      return ok({ message, year: reply(parsed.value, "operator") });
    },
    async addHoliday({ caller, body, from }) {
      const day = istDate(body.day);
      const by = { userId: caller.userId, ip: from.ip };
      const known = await knownYear(store, yearOf(day));
      const changed = withHoliday(known, day, today());
      if (!changed.ok) return refused(changed.error);
      const isRunning = day === today() && isRunningToday(known);
      const closed = isRunning ? await closeToday(body.confirm === true, by) : ok(null);
      if (!closed.ok) return closed;
      await save(changed.value, { byUserId: by.userId, ip: by.ip, after: { holiday: day }, reason: body.reason });
      const message = isRunning ? calendarTexts.closedToday(day) : calendarTexts.closed(day);
      return ok({ message, year: reply(changed.value, "operator") });
    },
    async removeHoliday({ caller, params, from }) {
      const day = istDate(params.day);
      const changed = withoutHoliday(await knownYear(store, yearOf(day)), day, today());
      if (!changed.ok) return refused(changed.error);
      await save(changed.value, { byUserId: caller.userId, ip: from.ip, after: { holidayTakenBack: day } });
      const stopped = (await deps.isStopped()) ? [calendarTexts.reopenedStopped] : [];
      const message = [calendarTexts.reopened(day), ...stopped].join(" ");
      return ok({ message, year: reply(changed.value, "operator") });
    },
  };
}
