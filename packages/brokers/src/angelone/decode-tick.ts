import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tick } from "../port/feed.ts";

/** Field offsets of Streaming 2.0: little-endian, prices in paise, one tick per frame. */
const LTP_MODE = 1;
const QUOTE_MODE = 2;
export const SNAP_QUOTE_MODE = 3;
export const NSE_CASH = 1;

const LENGTHS: ReadonlyMap<number, number> = new Map([
  [LTP_MODE, 51],
  [QUOTE_MODE, 123],
  [SNAP_QUOTE_MODE, 379],
]);

const EXCHANGE_TYPE = 1;
const TOKEN = 2;
const TOKEN_END = 27;
const EXCHANGE_TIME = 35;
const LAST_PRICE = 43;
const VOLUME = 67;
const PREVIOUS_CLOSE = 115;
/** Entries of twenty bytes, best first: five bids, five offers, each with a flag and its price at offset ten. */
const FIRST_SIDE = 147;
const SECOND_SIDE = 247;
const ENTRY_PRICE = 10;
const BUY_FLAG = 1;

const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
/** More digits do not fit a number. */
const TOKEN_DIGITS_MAX = 15;

const UPPER = 2 ** 32;

/** Avoids BigInt: it would allocate for each field of each tick. */
const longAt = (view: DataView, at: number): number => view.getUint32(at, true) + view.getInt32(at + 4, true) * UPPER;

function priceAt(view: DataView, at: number): Paise | null {
  const price = longAt(view, at);
  return price > 0 && Number.isSafeInteger(price) ? (price as Paise) : null;
}

function timeAt(view: DataView): EpochMs | null {
  const instant = longAt(view, EXCHANGE_TIME);
  return instant > 0 && Number.isSafeInteger(instant) ? (instant as EpochMs) : null;
}

/** The digits before the first NUL; `null` for anything else. */
function tokenAt(view: DataView): number | null {
  let token = 0;
  let at = TOKEN;
  for (; at < TOKEN_END; at++) {
    const byte = view.getUint8(at);
    if (byte === 0) break;
    if (byte < DIGIT_ZERO || byte > DIGIT_NINE) return null;
    token = token * 10 + byte - DIGIT_ZERO;
  }
  const digits = at - TOKEN;
  return digits === 0 || digits > TOKEN_DIGITS_MAX ? null : token;
}

/** Bids come first, but the flags decide, because clients disagree on the order. */
function bestOf(view: DataView): Pick<Tick, "bid" | "ask"> {
  const isTurned = view.getInt16(FIRST_SIDE, true) !== BUY_FLAG && view.getInt16(SECOND_SIDE, true) === BUY_FLAG;
  const first = priceAt(view, FIRST_SIDE + ENTRY_PRICE);
  const second = priceAt(view, SECOND_SIDE + ENTRY_PRICE);
  return isTurned ? { bid: second, ask: first } : { bid: first, ask: second };
}

const NO_BOOK: Pick<Tick, "bid" | "ask"> = { bid: null, ask: null };

const previousCloseOf = (view: DataView, mode: number): Paise | null =>
  mode === LTP_MODE ? null : priceAt(view, PREVIOUS_CLOSE);

export interface TickDecoder {
  /** `null` for unknown frames, other segments and modes without a last price. */
  decode(frame: Uint8Array): Tick | null;
}

/** Tokens are unique within a segment only. */
const isKnown = (frame: Uint8Array, mode: number): boolean =>
  frame.byteLength >= (LENGTHS.get(mode) ?? Number.POSITIVE_INFINITY) && frame[EXCHANGE_TYPE] === NSE_CASH;

/** Caches token texts, so that a tick allocates little more than itself. */
export function createTickDecoder(): TickDecoder {
  const names = new Map<number, string>();
  const nameOf = (token: number): string => {
    const known = names.get(token);
    if (known !== undefined) return known;
    const name = String(token);
    names.set(token, name);
    return name;
  };

  return {
    decode(frame) {
      const mode = frame[0] ?? 0;
      if (!isKnown(frame, mode)) return null;
      const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
      const token = tokenAt(view);
      const lastPrice = longAt(view, LAST_PRICE);
      const volume = mode === LTP_MODE ? null : longAt(view, VOLUME);
      if (token === null || !Number.isSafeInteger(lastPrice) || !Number.isSafeInteger(volume ?? 0)) return null;
      const { bid, ask } = mode === SNAP_QUOTE_MODE ? bestOf(view) : NO_BOOK;
      const previousClose = previousCloseOf(view, mode);
      return { token: nameOf(token), lastPrice: lastPrice as Paise, volume, bid, ask, previousClose, at: timeAt(view) };
    },
  };
}
