import type { Paise } from "@vriddhi/core/shared/money";
import type { DepthLevel, Quote } from "../exchange/model.ts";
import { secondsOf } from "./times.ts";

/** Market data on the wire: little-endian, prices in paise, one tick per frame. */

export const STREAM_MODES = { ltp: 1, quote: 2, snapQuote: 3, depth: 4 } as const;
export type StreamMode = (typeof STREAM_MODES)[keyof typeof STREAM_MODES];

export interface YearRange {
  readonly high: Paise;
  readonly low: Paise;
}

const NSE_CASH = 1;
const TOKEN_AT = 2;
const AFTER_TOKEN = 27;
const SIZE: Readonly<Record<StreamMode, number>> = { 1: 51, 2: 123, 3: 379, 4: 443 };

const BEST_LEVELS = 5;
const BEST_LEVEL_SIZE = 20;
const DEPTH_LEVELS = 20;
const DEPTH_LEVEL_SIZE = 10;
const ORDERS_MAX = 32_767;

const HIGH_WORD = 2 ** 32;

/** Eight bytes in two halves, which avoids a BigInt per tick. */
function put(packet: Buffer, value: number, at: number): void {
  const high = Math.floor(value / HIGH_WORD);
  packet.writeUInt32LE(value - high * HIGH_WORD, at);
  packet.writeInt32LE(high, at + 4);
}

function begin(mode: StreamMode, token: string): Buffer {
  const packet = Buffer.alloc(SIZE[mode]);
  packet.writeUInt8(mode, 0);
  packet.writeUInt8(NSE_CASH, 1);
  packet.write(token, TOKEN_AT, AFTER_TOKEN - TOKEN_AT, "ascii");
  return packet;
}

function putLtp(packet: Buffer, quote: Quote): void {
  put(packet, quote.version, 27);
  put(packet, quote.at, 35);
  put(packet, quote.lastPrice, 43);
}

function putQuote(packet: Buffer, quote: Quote): void {
  putLtp(packet, quote);
  put(packet, quote.lastQuantity, 51);
  put(packet, quote.averagePrice, 59);
  put(packet, quote.volume, 67);
  packet.writeDoubleLE(quote.totalBuyQuantity, 75);
  packet.writeDoubleLE(quote.totalSellQuantity, 83);
  put(packet, quote.open, 91);
  put(packet, quote.high, 99);
  put(packet, quote.low, 107);
  put(packet, quote.previousClose, 115);
}

/** Five each; a missing level has its flag only. */
function putBest(packet: Buffer, levels: readonly DepthLevel[], flag: 0 | 1, start: number): void {
  for (let index = 0; index < BEST_LEVELS; index++) {
    const at = start + index * BEST_LEVEL_SIZE;
    const { quantity = 0, price = 0, orders = 0 } = levels[index] ?? {};
    packet.writeInt16LE(flag, at);
    put(packet, quantity, at + 2);
    put(packet, price, at + 10);
    packet.writeInt16LE(Math.min(orders, ORDERS_MAX), at + 18);
  }
}

/** Open interest and its change, at 131 and 139, stay 0: shares have none. */
function putSnapQuote(packet: Buffer, quote: Quote, year: YearRange): void {
  putQuote(packet, quote);
  put(packet, quote.lastTradeAt === null ? 0 : secondsOf(quote.lastTradeAt), 123);
  putBest(packet, quote.buy, 1, 147);
  putBest(packet, quote.sell, 0, 247);
  put(packet, quote.upperCircuit, 347);
  put(packet, quote.lowerCircuit, 355);
  put(packet, year.high, 363);
  put(packet, year.low, 371);
}

function putDepth(packet: Buffer, levels: readonly DepthLevel[], start: number): void {
  levels.slice(0, DEPTH_LEVELS).forEach(({ quantity, price, orders }, index) => {
    const at = start + index * DEPTH_LEVEL_SIZE;
    packet.writeInt32LE(quantity, at);
    packet.writeInt32LE(price, at + 4);
    packet.writeInt16LE(Math.min(orders, ORDERS_MAX), at + 8);
  });
}

/** The exchange has five prices each; the other fifteen stay empty. */
function putTwentyDepth(packet: Buffer, quote: Quote): void {
  put(packet, quote.at, 27);
  put(packet, quote.at, 35);
  putDepth(packet, quote.buy, 43);
  putDepth(packet, quote.sell, 243);
}

export function tickPacket(mode: StreamMode, token: string, quote: Quote, year: () => YearRange): Uint8Array {
  const packet = begin(mode, token);
  switch (mode) {
    case 1:
      putLtp(packet, quote);
      break;
    case 2:
      putQuote(packet, quote);
      break;
    case 3:
      putSnapQuote(packet, quote, year());
      break;
    case 4:
      putTwentyDepth(packet, quote);
      break;
  }
  return packet;
}
