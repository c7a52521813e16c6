import { describe, expect, it } from "vitest";
import { at, rs } from "../exchange/exchange-fixture.ts";
import type { Quote } from "../exchange/model.ts";
import { tickPacket } from "./packets.ts";

const levels = (first: number, step: number) =>
  [0, 1, 2, 3, 4].map((index) => ({ price: rs(first + index * step), quantity: 100 + index, orders: 3 + index }));

const quote: Quote = {
  symbol: "SBIN",
  version: 4_711,
  at: at("10:00:01"),
  phase: "continuous",
  lastPrice: rs(820.55),
  lastQuantity: 42,
  lastTradeAt: at("10:00"),
  volume: 3_556_150,
  averagePrice: rs(819.07),
  open: rs(815.1),
  high: rs(825.2),
  low: rs(810.3),
  previousClose: rs(812.4),
  lowerCircuit: rs(731.2),
  upperCircuit: rs(893.6),
  totalBuyQuantity: 839_549,
  totalSellQuantity: 1_284_767,
  buy: levels(820.5, -0.05),
  sell: levels(820.6, 0.05),
  auction: null,
};
const year = { high: rs(901.5), low: rs(600.25) };
const packetOf = (mode: 1 | 2 | 3 | 4, given: Quote = quote) =>
  Buffer.from(tickPacket(mode, "3045", given, () => year));
const i64 = (packet: Buffer, offset: number) => Number(packet.readBigInt64LE(offset));

function expectHead(packet: Buffer, mode: number, size: number) {
  expect(packet.length).toBe(size);
  expect([packet.readUInt8(0), packet.readUInt8(1)]).toEqual([mode, 1]);
  expect(packet.subarray(2, 27)).toEqual(Buffer.concat([Buffer.from("3045"), Buffer.alloc(21)]));
}

function expectLtp(packet: Buffer) {
  expect([i64(packet, 27), i64(packet, 35), i64(packet, 43)]).toEqual([4_711, at("10:00:01"), 82_055]);
}

function expectQuote(packet: Buffer) {
  expectLtp(packet);
  expect([51, 59, 67].map((offset) => i64(packet, offset))).toEqual([42, 81_907, 3_556_150]);
  expect([packet.readDoubleLE(75), packet.readDoubleLE(83)]).toEqual([839_549, 1_284_767]);
  expect([91, 99, 107, 115].map((offset) => i64(packet, offset))).toEqual([81_510, 82_520, 81_030, 81_240]);
}

const level = (packet: Buffer, offset: number) => [
  packet.readInt16LE(offset),
  i64(packet, offset + 2),
  i64(packet, offset + 10),
  packet.readInt16LE(offset + 18),
];

describe("a tick packet of the stream", () => {
  it("has 51 bytes in mode 1: header, sequence, exchange time, last price", () => {
    const packet = packetOf(1);
    expectHead(packet, 1, 51);
    expectLtp(packet);
  });

  it("stores a price beyond 31 bits in all eight bytes", () => {
    const dear = packetOf(1, { ...quote, lastPrice: rs(30_000_000) });
    expect(i64(dear, 43)).toBe(3_000_000_000);
  });

  it("has 123 bytes in mode 2: adds quantities, the day's prices and the previous close", () => {
    const packet = packetOf(2);
    expectHead(packet, 2, 123);
    expectQuote(packet);
  });

  it("has 379 bytes in mode 3: adds trade time in seconds, best five each, circuits, the year's prices", () => {
    const packet = packetOf(3);
    expectHead(packet, 3, 379);
    expectQuote(packet);
    expect(i64(packet, 123)).toBe(at("10:00") / 1_000);
    expect([i64(packet, 131), packet.readDoubleLE(139)]).toEqual([0, 0]);
    const bids = [0, 1, 2, 3, 4].map((index) => level(packet, 147 + index * 20));
    const asks = [0, 1, 2, 3, 4].map((index) => level(packet, 247 + index * 20));
    expect(bids).toEqual([0, 1, 2, 3, 4].map((index) => [1, 100 + index, 82_050 - 5 * index, 3 + index]));
    expect(asks).toEqual([0, 1, 2, 3, 4].map((index) => [0, 100 + index, 82_060 + 5 * index, 3 + index]));
    expect([347, 355, 363, 371].map((offset) => i64(packet, offset))).toEqual([89_360, 73_120, 90_150, 60_025]);
  });

  it("leaves missing levels empty but for their side, and omits the time of a day without a trade", () => {
    const packet = packetOf(3, { ...quote, buy: [], sell: quote.sell.slice(0, 1), lastTradeAt: null });
    expect(level(packet, 147)).toEqual([1, 0, 0, 0]);
    expect(level(packet, 247)).toEqual([0, 100, 82_060, 3]);
    expect(level(packet, 267)).toEqual([0, 0, 0, 0]);
    expect(i64(packet, 123)).toBe(0);
  });

  it("has 443 bytes in mode 4: times, then twenty buys and twenty sells of ten bytes", () => {
    const packet = packetOf(4);
    expectHead(packet, 4, 443);
    expect([i64(packet, 27), i64(packet, 35)]).toEqual([at("10:00:01"), at("10:00:01")]);
    const short = (offset: number) => [
      packet.readInt32LE(offset),
      packet.readInt32LE(offset + 4),
      packet.readInt16LE(offset + 8),
    ];
    expect([short(43), short(83), short(93)]).toEqual([
      [100, 82_050, 3],
      [104, 82_030, 7],
      [0, 0, 0],
    ]);
    expect([short(243), short(283), short(433)]).toEqual([
      [100, 82_060, 3],
      [104, 82_080, 7],
      [0, 0, 0],
    ]);
  });

  it("caps the number of orders at a price to two bytes", () => {
    const crowded = { ...quote, buy: [{ price: rs(820), quantity: 9_000_000, orders: 60_000 }] };
    expect(packetOf(3, crowded).readInt16LE(147 + 18)).toBe(32_767);
  });
});
