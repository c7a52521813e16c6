import type { DepthLevel, Quote } from "../exchange/model.ts";

export type TickerMode = "ltp" | "quote" | "full";

const LENGTHS: Readonly<Record<TickerMode, number>> = { ltp: 8, quote: 44, full: 184 };
const DEPTH_AT = 64;
const DEPTH_LEVELS = 5;
const LEVEL_LENGTH = 12;
const SECOND_MS = 1_000;

export const HEARTBEAT = new Uint8Array(1);

const seconds = (instant: number | null): number => (instant === null ? 0 : Math.floor(instant / SECOND_MS));

/** Quantity, price, orders and two empty bytes; a missing level stays empty. */
function writeLevels(view: DataView, start: number, levels: readonly DepthLevel[]): void {
  levels.slice(0, DEPTH_LEVELS).forEach(({ quantity, price, orders }, index) => {
    const at = start + index * LEVEL_LENGTH;
    view.setInt32(at, quantity);
    view.setInt32(at + 4, price);
    view.setInt16(at + 8, orders);
  });
}

const INDEX_LENGTHS: Readonly<Record<TickerMode, number>> = { ltp: 8, quote: 28, full: 32 };

/** Shorter than a share's, with another order of prices. */
export function indexPacket(token: number, quote: Quote, mode: TickerMode): Uint8Array {
  const packet = new Uint8Array(INDEX_LENGTHS[mode]);
  const view = new DataView(packet.buffer);
  const { lastPrice, high, low, open, previousClose, at } = quote;
  const numbers = [token, lastPrice, high, low, open, previousClose, lastPrice - previousClose, seconds(at)];
  for (const [place, number] of numbers.slice(0, packet.length / 4).entries()) view.setInt32(place * 4, number);
  return packet;
}

/** Big-endian: prices in paise, instants in seconds. Values beyond 32 bits wrap, as in the live feed. */
export function tickPacket(token: number, quote: Quote, mode: TickerMode): Uint8Array {
  const packet = new Uint8Array(LENGTHS[mode]);
  const view = new DataView(packet.buffer);
  const numbers = [token, quote.lastPrice];
  if (mode !== "ltp") {
    numbers.push(
      quote.lastQuantity,
      quote.averagePrice,
      quote.volume,
      quote.totalBuyQuantity,
      quote.totalSellQuantity,
      quote.open,
      quote.high,
      quote.low,
      quote.previousClose,
    );
  }
  if (mode === "full") numbers.push(seconds(quote.lastTradeAt), 0, 0, 0, seconds(quote.at));
  numbers.forEach((number, index) => {
    view.setInt32(index * 4, number);
  });
  if (mode === "full") {
    writeLevels(view, DEPTH_AT, quote.buy);
    writeLevels(view, DEPTH_AT + DEPTH_LEVELS * LEVEL_LENGTH, quote.sell);
  }
  return packet;
}

/** The number of packets, then each with its length. */
export function tickFrame(packets: readonly Uint8Array[]): Uint8Array {
  const frame = new Uint8Array(packets.reduce((length, packet) => length + 2 + packet.length, 2));
  const view = new DataView(frame.buffer);
  view.setUint16(0, packets.length);
  let at = 2;
  for (const packet of packets) {
    view.setUint16(at, packet.length);
    frame.set(packet, at + 2);
    at += 2 + packet.length;
  }
  return frame;
}
