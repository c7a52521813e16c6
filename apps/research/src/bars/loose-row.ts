import { MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { BarFileError } from "./bar-file-error.ts";

/** What a bar's column can hold: paise in 32 bits. */
export const HIGHEST_PAISE = 2 ** 31 - 1;

export interface LooseRow {
  readonly minute: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

const DAY_MS = 86_400_000;
const IST_MINUTES = 330;
const SHOWN_MAX = 40;
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::00(?:\.0+)?)?(?:(Z)|([+-]\d\d:?\d\d))?)?$/;
const EPOCH = /^(\d{10})(\d{3})?$/;
const PRICE = /^\d+(?:\.\d+)?$/;

const wanted = {
  time: "2025-07-01T09:15",
  price: "a price, as 812.45",
  tooHigh: `a price of at most ${HIGHEST_PAISE / 100}`,
  volume: "a number of shares",
} as const;

function refuse({ file, line }: Place, column: string, has: string, want: string): never {
  const shown = has.length > SHOWN_MAX ? `${has.slice(0, SHOWN_MAX)}…` : has;
  throw new BarFileError(`${file} line ${line}, column ${column}: has ${shown || "nothing"}, wanted ${want}`);
}

/** Cells between commas; quotes around one are no part of it, and commas inside them separate nothing. */
export function cellsOf(text: string): string[] {
  const cells = text.trim().match(/(?:"[^"]*"|[^,"])+|(?<=,|^)(?=,|$)/g) ?? [];
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

/** The minute of India's clocks; null: no time that means one instant. */
function minuteOf(text: string): number | null {
  const epoch = EPOCH.exec(text);
  if (epoch !== null) {
    const minute = Number(epoch[1]) / 60;
    return Number.isInteger(minute) && Number(epoch[2] ?? 0) === 0 ? minute + IST_MINUTES : null;
  }
  const found = TIME.exec(text);
  if (found === null) return null;
  const [, day = "", hour = "0", minute = "0", utc, offset] = found;
  const stamp = Date.parse(`${day}T00:00Z`);
  const isDay = !Number.isNaN(stamp) && new Date(stamp).toISOString().startsWith(day);
  if (!isDay || Number(hour) > 23 || Number(minute) > 59) return null;
  const local = (stamp / DAY_MS) * MINUTES_PER_DAY + Number(hour) * 60 + Number(minute);
  return local + (utc === undefined && offset === undefined ? 0 : IST_MINUTES - minutesOf(offset ?? "+00:00"));
}

/** `+05:30` is 330. */
function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return offset.startsWith("-") ? -minutes : minutes;
}

function paiseOf(place: Place, column: string, text: string): number {
  if (!PRICE.test(text)) refuse(place, column, text, wanted.price);
  // Away from binary fractions: 1.005 is 101 paise, as the fast reader has it.
  const paise = Math.round(Number((Number(text) * 100).toFixed(4)));
  if (paise > HIGHEST_PAISE) refuse(place, column, text, wanted.tooHigh);
  return paise;
}

/** Parses a line in another notation: seconds, an offset, quotes, more columns. Unreadable lines throw the reason. */
export function readLooseRow(text: string, place: Place, volumeColumn: number): LooseRow {
  const cells = cellsOf(text);
  const at = (index: number): string => cells[index] ?? "";
  const minute = minuteOf(at(0));
  if (minute === null) refuse(place, "time", at(0), wanted.time);
  const price = (index: number, column: string) => paiseOf(place, column, at(index));
  const volume = volumeColumn < 0 || at(volumeColumn) === "" ? "0" : at(volumeColumn);
  if (!PRICE.test(volume)) refuse(place, "volume", volume, wanted.volume);
  return {
    minute,
    open: price(1, "open"),
    high: price(2, "high"),
    low: price(3, "low"),
    close: price(4, "close"),
    volume: Number(volume),
  };
}

/** A line with more cells than its file has columns is no line of it. */
export function refuseExtraCells(text: string, { file, line }: Place, columns: number): void {
  const count = cellsOf(text).length;
  if (count > columns)
    throw new BarFileError(`${file} line ${line}: has ${count} cells, wanted ${columns} as the first line has`);
}
