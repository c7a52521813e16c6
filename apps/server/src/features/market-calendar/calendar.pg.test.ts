import { epochMs } from "@vriddhi/core/time/clock";
import { istDate } from "@vriddhi/core/time/ist";
import { isTradingDay, nextTradingDay } from "@vriddhi/core/time/trading-calendar";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { openMarketCalendar } from "./calendar.service.ts";
import { createCalendarStore } from "./calendar.store.pg.ts";
import { listYear } from "./list-year.ts";

const LIST_2027 = `
# as published in December 2026
26-Jan-2027 Republic Day
2027-03-22 Holi
2027-03-26 Good Friday
2027-04-14 Ambedkar Jayanti
2027-05-17 Bakri Id
2027-08-16 Parsi New Year
2027-10-08 Dussehra
2027-10-29 special 18:15-19:15 Muhurat
2027-11-01 Balipratipada
2027-12-25 Christmas, a Saturday
`;

let database: Database;
let drop: () => Promise<void>;
const lines: string[] = [];
const log = createLogger("info", (line) => void lines.push(line));
const clock = createVirtualClock();

beforeAll(async () => {
  const scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 4, role: APP_ROLE, onError: () => {} });
  drop = scratch.drop;
});
beforeEach(async () => {
  await database.pool.query("DELETE FROM market_years");
  lines.length = 0;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const open = (isInventing: boolean) =>
  openMarketCalendar({ store: createCalendarStore(database), marketClock: clock, log, isInventing });
const list = (year: string | undefined, text: string) =>
  listYear({ store: createCalendarStore(database), clock }, { year, text });

describe("the market's calendar in live mode", () => {
  it("the live calendar has no unlisted year, and learns one without a restart", async () => {
    const { calendar, refresh } = await open(false);
    expect([calendar.knows(2026), calendar.knows(2027)]).toEqual([true, false]);
    expect(isTradingDay(calendar, istDate("2027-01-04"))).toBe(false);
    expect(nextTradingDay(calendar, istDate("2026-12-31"))).toBeNull();

    expect(await list("2027", LIST_2027)).toMatchObject({ ok: true, value: { year: 2027 } });
    await refresh();
    expect(nextTradingDay(calendar, istDate("2026-12-31"))).toBe("2027-01-01");
    expect(calendar.sessionOf(istDate("2027-01-26")).kind).toBe("closed");
    expect(calendar.sessionOf(istDate("2027-10-29"))).toEqual({ kind: "special", open: 1_095, close: 1_155 });
    expect(calendar.isInvented(2027)).toBe(false);
  });

  it("a later list of a year replaces the earlier and the bundled one", async () => {
    await list("2027", LIST_2027);
    await list("2027", LIST_2027.replace("2027-03-22 Holi", "2027-03-23 Holi"));
    const weekdays = ["01-26", "03-03", "04-03", "04-14", "05-01", "10-02", "11-17", "12-25"];
    await list("2026", weekdays.map((day) => `2026-${day}`).join("\n"));
    const { calendar } = await open(false);
    expect(isTradingDay(calendar, istDate("2027-03-22"))).toBe(true);
    expect(isTradingDay(calendar, istDate("2027-03-23"))).toBe(false);
    expect(isTradingDay(calendar, istDate("2026-11-17"))).toBe(false);
  });

  it("the calendar warns the operator once when the next year is near and not listed", async () => {
    const december = createVirtualClock(epochMs(Date.parse("2026-12-15T10:00:00+05:30")));
    const store = createCalendarStore(database);
    const { refresh } = await openMarketCalendar({ store, marketClock: december, log, isInventing: false });
    await refresh();
    expect(lines.filter((line) => line.includes("calendar: no holiday list"))).toHaveLength(1);
  });
});

describe("the market's calendar in the sandbox", () => {
  it("the sandbox calendar invents unlisted years and says so, until a list is added", async () => {
    const { calendar, refresh } = await open(true);
    expect([calendar.knows(2027), calendar.isInvented(2027), calendar.isInvented(2026)]).toEqual([true, true, false]);
    expect(nextTradingDay(calendar, istDate("2026-12-31"))).not.toBeNull();
    await list("2027", LIST_2027);
    await refresh();
    expect(calendar.isInvented(2027)).toBe(false);
  });
});

describe("an invalid list of holidays", () => {
  it.each([
    [undefined, LIST_2027, "--year wants a year"],
    ["27", LIST_2027, "--year wants a year"],
    ["2028", LIST_2027, "line 3 is not of 2028"],
    ["2027", "2027-01-26 Republic Day", "between 8 and 30"],
  ])("refuses an invalid list of holidays and changes nothing (%s)", async (year, text, reason) => {
    const listed = await list(year, text);
    expect(listed.ok ? "" : listed.error).toContain(reason);
    expect((await database.pool.query("SELECT 1 FROM market_years")).rowCount).toBe(0);
  });
});
