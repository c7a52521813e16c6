import type { Paise } from "@vriddhi/core/shared/money";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Tick } from "../port/feed.ts";

/** Big-endian: the number of packets, each after its length, which defines the mode. Indices have lengths 28 and 32. */
const LTP_LENGTH = 8;
const QUOTE_LENGTH = 44;
const FULL_LENGTH = 184;
const INDEX_LENGTH = 28;
const INDEX_FULL_LENGTH = 32;

const LAST_PRICE = 4;
const VOLUME = 16;
const FULL_TIME = 60;
const INDEX_TIME = 28;
/** Entries of twelve bytes, quantity first: five bids, then five offers. */
const BID_PRICE = 68;
const ASK_PRICE = 128;

/** The low byte of a token is its segment; prices are in paise but for these two. */
const NSE_CURRENCY = 3;
const BSE_CURRENCY = 6;
const NSE_CURRENCY_UNITS_PER_PAISA = 100_000;
const BSE_CURRENCY_UNITS_PER_PAISA = 100;

export interface DecodedTicks {
  readonly ticks: readonly Tick[];
  /** Packets of an unknown shape, and those behind a cut. */
  readonly dropped: number;
}

export interface TickDecoder {
  /** Heartbeats hold no ticks; a cut frame holds those before the cut. */
  decode(frame: Uint8Array): DecodedTicks;
}

const NOTHING: DecodedTicks = { ticks: [], dropped: 0 };

function toPaise(units: number, token: number): Paise {
  const segment = token & 0xff;
  if (segment === NSE_CURRENCY) return Math.round(units / NSE_CURRENCY_UNITS_PER_PAISA) as Paise;
  if (segment === BSE_CURRENCY) return Math.round(units / BSE_CURRENCY_UNITS_PER_PAISA) as Paise;
  return units as Paise;
}

function priceAt(view: DataView, at: number, token: number): Paise | null {
  const units = view.getInt32(at);
  return units === 0 ? null : toPaise(units, token);
}

function timeAt(view: DataView, at: number): EpochMs | null {
  const seconds = view.getUint32(at);
  return seconds === 0 ? null : ((seconds * SECOND_MS) as EpochMs);
}

function decodePacket(view: DataView, at: number, length: number, token: number, name: string): Tick | null {
  const lastPrice = toPaise(view.getInt32(at + LAST_PRICE), token);
  switch (length) {
    case FULL_LENGTH:
      return {
        token: name,
        lastPrice,
        volume: view.getUint32(at + VOLUME),
        bid: priceAt(view, at + BID_PRICE, token),
        ask: priceAt(view, at + ASK_PRICE, token),
        at: timeAt(view, at + FULL_TIME),
      };
    case QUOTE_LENGTH:
      return { token: name, lastPrice, volume: view.getUint32(at + VOLUME), bid: null, ask: null, at: null };
    case LTP_LENGTH:
    case INDEX_LENGTH:
      return { token: name, lastPrice, volume: null, bid: null, ask: null, at: null };
    case INDEX_FULL_LENGTH:
      return { token: name, lastPrice, volume: null, bid: null, ask: null, at: timeAt(view, at + INDEX_TIME) };
    default:
      return null;
  }
}

/** Caches token texts, so that a tick allocates one object. */
export function createTickDecoder(): TickDecoder {
  const names = new Map<number, string>();
  const nameOf = (token: number): string => {
    const known = names.get(token);
    if (known !== undefined) return known;
    const name = String(token);
    names.set(token, name);
    return name;
  };

  function tickAt(view: DataView, at: number, length: number): Tick | null {
    if (length < LTP_LENGTH) return null;
    const token = view.getUint32(at);
    return decodePacket(view, at, length, token, nameOf(token));
  }

  return {
    decode(frame) {
      if (frame.byteLength < 2) return NOTHING;
      const ticks: Tick[] = [];
      const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
      const end = frame.byteLength;
      let at = 2;
      const count = view.getUint16(0);
      for (let left = count; left > 0 && at + 2 <= end; left--) {
        const length = view.getUint16(at);
        at += 2;
        if (at + length > end) break;
        const tick = tickAt(view, at, length);
        if (tick !== null) ticks.push(tick);
        at += length;
      }
      return { ticks, dropped: count - ticks.length };
    },
  };
}
