import { createSeededRandom, type Random } from "../shared/random.ts";
import { addDays, type IstDate, istDate, istMinute, isWeekend } from "./ist.ts";
import type { YearList } from "./year-list.ts";

/** Republic Day, Ambedkar Jayanti, Maharashtra Day, Independence Day, Gandhi Jayanti, Christmas. */
const FIXED = ["01-26", "04-14", "05-01", "08-15", "10-02", "12-25"];

/** Windows of the movable holidays: Holi, Ram Navami, Id, Ganesh Chaturthi, Dussehra, Diwali, Guru Nanak Jayanti. */
const MOVING: readonly (readonly [from: string, days: number])[] = [
  ["03-01", 24],
  ["03-26", 18],
  ["05-20", 30],
  ["08-25", 25],
  ["10-05", 14],
  ["10-21", 20],
  ["11-12", 18],
];
const DIWALI = 5;

const MUHURAT = { open: istMinute(18, 15), close: istMinute(19, 15) } as const;
/** Any constant: a year always gets the same list. */
const SEED = 1_875;

const GOOD_FRIDAY_BEFORE_EASTER = 2;

function easterOf(year: number): IstDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skipped = Math.floor(century / 4);
  const correction = Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + century - skipped - correction + 15) % 30;
  const moon = epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + skipped) % 7;
  return addDays(istDate(`${year}-03-28`), moon - weekday);
}

function weekdayWithin(random: Random, from: IstDate, days: number): IstDate {
  let day = addDays(from, random.int(0, days - 1));
  while (isWeekend(day)) day = addDays(day, 1);
  return day;
}

/** A plausible list for an unpublished year: the same each time, on every machine. */
export function inventYear(year: number): YearList {
  const random = createSeededRandom(SEED + year);
  const fixed = FIXED.map((day) => istDate(`${year}-${day}`)).filter((day) => !isWeekend(day));
  const moving = MOVING.map(([from, days]) => weekdayWithin(random, istDate(`${year}-${from}`), days));
  const goodFriday = addDays(easterOf(year), -GOOD_FRIDAY_BEFORE_EASTER);
  const closures = [...new Set([...fixed, ...moving, goodFriday])].sort();
  const diwali = addDays(moving[DIWALI] ?? goodFriday, -1);
  const evening = { date: diwali, kind: "special", open: MUHURAT.open, close: MUHURAT.close } as const;
  return { year, closures: closures.filter((day) => day !== diwali), sessions: [evening] };
}
