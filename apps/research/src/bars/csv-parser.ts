import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { MINUTES_PER_DAY } from "@vriddhi/core/market/bar-time";
import { beginSeries, endSeries, type GrowingSeries, makeRoom } from "./bar-columns.ts";
import { BarFileError } from "./bar-file-error.ts";
import { cellsOf, HIGHEST_PAISE, readLooseRow, refuseExtraCells } from "./loose-row.ts";

const NEW_LINE = 10;
const RETURN = 13;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const DATE_LENGTH = 10;
const TIME_LENGTH = 16;
const VOLUME_COLUMN = 5;
const COLUMNS = ["open", "high", "low", "close"];

/** A line that is not written as ours are; it is read again, more slowly. */
class OtherNotation extends Error {}

interface ParserState {
  readonly file: string;
  readonly growing: GrowingSeries;
  /** The unfinished line at the end of the last chunk. */
  rest: Uint8Array;
  isHeaderRead: boolean;
  columnCount: number;
  /** Negative: there is none. */
  volumeColumn: number;
  line: number;
  /** The date of the line before, which mostly is this line's too. */
  readonly dateBytes: Uint8Array;
  dayMinute: number;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  end: number;
}

export interface CsvParser {
  push(chunk: Uint8Array): void;
  end(): BarSeries;
}

/** Chunks are cut anywhere. The first column is the bar's start in IST (`2025-07-01T09:15`) or its date. */
export function createCsvParser(symbol: string, file = symbol): CsvParser {
  const state: ParserState = {
    file,
    growing: beginSeries(symbol),
    rest: new Uint8Array(0),
    isHeaderRead: false,
    columnCount: 0,
    volumeColumn: VOLUME_COLUMN,
    line: 0,
    dateBytes: new Uint8Array(DATE_LENGTH),
    dayMinute: 0,
  };
  return {
    push(chunk) {
      const bytes = state.rest.length === 0 ? chunk : joined(state.rest, chunk);
      const start = readLines(state, bytes);
      state.rest = bytes.slice(start);
    },
    end() {
      if (state.rest.length > 0) readLines(state, joined(withNewLines(state.rest), Uint8Array.of(NEW_LINE)));
      return endSeries(state.growing);
    },
  };
}

/** Old files end a line with a return alone: without a single new line the whole file is still here. */
const withNewLines = (rest: Uint8Array): Uint8Array =>
  rest.subarray(0, -1).includes(RETURN) ? rest.map((byte) => (byte === RETURN ? NEW_LINE : byte)) : rest;

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

function readLines(state: ParserState, bytes: Uint8Array): number {
  const cursor: Cursor = { bytes, at: 0, end: 0 };
  const last = bytes.lastIndexOf(NEW_LINE);
  if (last < 0) return 0;
  if (!state.isHeaderRead) readHeader(state, cursor);
  while (cursor.at <= last) {
    state.line += 1;
    const first = bytes[cursor.at];
    if (first === NEW_LINE || first === RETURN) cursor.at += 1;
    else readRow(state, cursor);
  }
  return last + 1;
}

function readHeader(state: ParserState, cursor: Cursor): void {
  const end = cursor.bytes.indexOf(NEW_LINE);
  const names = cellsOf(new TextDecoder().decode(cursor.bytes.subarray(0, end)).toLowerCase());
  if (COLUMNS.some((name, index) => names[index + 1] !== name))
    throw new BarFileError(
      `${state.file} line 1: the first line has to name time, open, high, low and close, and says ${names.join(", ")}.`,
    );
  state.columnCount = names.length;
  state.volumeColumn = names.length <= VOLUME_COLUMN + 1 ? VOLUME_COLUMN : names.indexOf("volume");
  if (names[VOLUME_COLUMN]?.startsWith("adj")) state.volumeColumn = names.indexOf("volume");
  state.isHeaderRead = true;
  state.line = 1;
  cursor.at = end + 1;
}

function readRow(state: ParserState, cursor: Cursor): void {
  makeRoom(state.growing);
  const start = cursor.at;
  try {
    if (state.volumeColumn !== VOLUME_COLUMN) throw new OtherNotation();
    readOwnRow(state, cursor);
  } catch (error) {
    if (!(error instanceof OtherNotation)) throw error;
    readOtherRow(state, cursor, start);
  }
  state.growing.length += 1;
}

/** A line as ours are written, without a text made of it. */
function readOwnRow(state: ParserState, cursor: Cursor): void {
  const { columns, length } = state.growing;
  columns.minute[length] = readMinute(state, cursor);
  columns.open[length] = readPrice(cursor);
  columns.high[length] = readPrice(cursor);
  columns.low[length] = readPrice(cursor);
  columns.close[length] = readPrice(cursor);
  columns.volume[length] = endsLine(cursor) ? 0 : readPaise(cursor) / 100;
  if (!endsLine(cursor)) throw new OtherNotation();
}

function readOtherRow(state: ParserState, cursor: Cursor, start: number): void {
  const { file, line, growing, columnCount, volumeColumn } = state;
  const end = cursor.bytes.indexOf(NEW_LINE, start);
  const text = new TextDecoder().decode(cursor.bytes.subarray(start, end));
  const place = { file, line };
  const row = readLooseRow(text, place, volumeColumn);
  refuseExtraCells(text, place, columnCount);
  const { columns, length } = growing;
  columns.minute[length] = row.minute;
  columns.open[length] = row.open;
  columns.high[length] = row.high;
  columns.low[length] = row.low;
  columns.close[length] = row.close;
  columns.volume[length] = row.volume;
  cursor.at = end + 1;
}

function readPrice(cursor: Cursor): number {
  const price = readPaise(cursor);
  if (price > HIGHEST_PAISE) throw new OtherNotation();
  return price;
}

/** True at the end of a line, which is taken. */
function endsLine(cursor: Cursor): boolean {
  const before = cursor.bytes[cursor.at - 1];
  if (before === NEW_LINE) return true;
  if (before !== RETURN || cursor.bytes[cursor.at] !== NEW_LINE) return false;
  cursor.at += 1;
  return true;
}

/** A decimal number in hundredths; the third decimal rounds. Takes the comma or the line's end behind it. */
function readPaise(cursor: Cursor): number {
  const { bytes } = cursor;
  let at = cursor.at;
  let whole = 0;
  let byte = bytes[at] as number;
  const start = at;
  while (byte >= ZERO && byte < ZERO + 10) {
    whole = whole * 10 + byte - ZERO;
    at += 1;
    byte = bytes[at] as number;
  }
  if (at === start) throw new OtherNotation();
  cursor.at = at;
  const hundredths = byte === POINT ? readHundredths(cursor) : 0;
  const behind = bytes[cursor.at];
  if (behind !== COMMA && behind !== NEW_LINE && behind !== RETURN) throw new OtherNotation();
  cursor.at += 1;
  return whole * 100 + hundredths;
}

function readHundredths(cursor: Cursor): number {
  const { bytes } = cursor;
  let at = cursor.at + 1;
  let hundredths = 0;
  for (let weight = 10; ; weight /= 10, at += 1) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit < 10)) break;
    if (weight >= 1) hundredths += weight * digit;
    else if (weight === 0.1 && digit >= 5) hundredths += 1;
  }
  cursor.at = at;
  return hundredths;
}

function readMinute(state: ParserState, cursor: Cursor): number {
  const { bytes, at } = cursor;
  const { dateBytes } = state;
  for (let index = DATE_LENGTH - 1; index >= 0; index -= 1) {
    if (bytes[at + index] === dateBytes[index]) continue;
    readDate(state, cursor);
    break;
  }
  if (bytes[at + DATE_LENGTH] === COMMA) {
    cursor.at = at + DATE_LENGTH + 1;
    return state.dayMinute;
  }
  const hour = twoDigits(bytes, at + 11);
  const minute = twoDigits(bytes, at + 14);
  if (!(hour < 24 && minute < 60 && bytes[at + TIME_LENGTH] === COMMA)) throw new OtherNotation();
  cursor.at = at + TIME_LENGTH + 1;
  return state.dayMinute + hour * 60 + minute;
}

const twoDigits = (bytes: Uint8Array, at: number): number => {
  const [tens, ones] = [(bytes[at] as number) - ZERO, (bytes[at + 1] as number) - ZERO];
  return tens >= 0 && tens < 10 && ones >= 0 && ones < 10 ? tens * 10 + ones : Number.NaN;
};

function readDate(state: ParserState, { bytes, at }: Cursor): void {
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
  const [month, day] = [twoDigits(bytes, at + 5), twoDigits(bytes, at + 8)];
  const stamp = Date.UTC(year, month - 1, day);
  const isSame = new Date(stamp).getUTCDate() === day && bytes[at + 4] === MINUS && bytes[at + 7] === MINUS;
  if (!isSame || !(month >= 1 && month <= 12)) throw new OtherNotation();
  state.dateBytes.set(bytes.subarray(at, at + DATE_LENGTH));
  state.dayMinute = (stamp / 86_400_000) * MINUTES_PER_DAY;
}
