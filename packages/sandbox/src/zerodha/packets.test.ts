import { paise } from "@vriddhi/core/shared/money";
import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { DepthLevel, Quote } from "../exchange/model.ts";
import { HEARTBEAT, tickFrame, tickPacket } from "./packets.ts";

const INFY = 408_065;
const at = epochMs(Date.UTC(2021, 6, 5, 5, 11, 27, 999));

const level = (price: number, quantity: number, orders: number): DepthLevel => ({
  price: paise(price),
  quantity,
  orders,
});

const quote: Quote = {
  symbol: "INFY",
  version: 1,
  at,
  phase: "continuous",
  lastPrice: paise(157_370),
  lastQuantity: 7,
  lastTradeAt: at,
  volume: 1_192_471,
  averagePrice: paise(157_037),
  open: paise(156_915),
  high: paise(157_500),
  low: paise(156_105),
  previousClose: paise(156_780),
  lowerCircuit: paise(141_105),
  upperCircuit: paise(172_455),
  totalBuyQuantity: 256_443,
  totalSellQuantity: 363_009,
  buy: [
    level(157_340, 5, 1),
    level(157_300, 140, 2),
    level(157_295, 2, 1),
    level(157_290, 219, 7),
    level(157_285, 50, 1),
  ],
  sell: [
    level(157_370, 172, 3),
    level(157_375, 44, 3),
    level(157_385, 302, 3),
    level(157_390, 141, 2),
    level(157_395, 724, 5),
  ],
  auction: null,
};

const viewOf = (packet: Uint8Array) => new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
const base64 = (packet: Uint8Array) => Buffer.from(packet).toString("base64");

/** A published packet of the live feed with these values. */
const LIVE_FULL =
  "AAY6AQACZroAAAAHAAJlbQASMhcAA+m7AAWKAQACZPMAAmc8AAJhyQACZGxg4pR/AAAAAAAAAAAAAAAAYOKUfwAAAAUAAmacAAEAAAAAAIwAAmZ0AAIAAAAAAAIAAmZvAAEAAAAAANsAAmZqAAcAAAAAADIAAmZlAAEAAAAAAKwAAma6AAMAAAAAACwAAma/AAMAAAAAAS4AAmbJAAMAAAAAAI0AAmbOAAIAAAAAAtQAAmbTAAUAAA==";

describe("a packet of market data", () => {
  it("equals the live feed's packet in full mode, byte for byte", () => {
    expect(base64(tickPacket(INFY, quote, "full"))).toBe(LIVE_FULL);
  });

  it("in quote mode is the first 44 bytes of the full packet", () => {
    expect(tickPacket(INFY, quote, "quote")).toEqual(tickPacket(INFY, quote, "full").subarray(0, 44));
  });

  it("in ltp mode is token and price", () => {
    const view = viewOf(tickPacket(INFY, quote, "ltp"));
    expect([view.byteLength, view.getInt32(0), view.getInt32(4)]).toEqual([8, INFY, 157_370]);
  });

  it.each([
    [0, INFY],
    [4, 157_370],
    [8, 7],
    [12, 157_037],
    [16, 1_192_471],
    [20, 256_443],
    [24, 363_009],
    [28, 156_915],
    [32, 157_500],
    [36, 156_105],
    [40, 156_780],
    [44, 1_625_461_887],
    [48, 0],
    [52, 0],
    [56, 0],
    [60, 1_625_461_887],
    [64, 5],
    [68, 157_340],
    [124, 172],
    [128, 157_370],
    [172, 724],
    [176, 157_395],
  ])("at byte %i holds %i", (offset, number) => {
    const packet = tickPacket(INFY, quote, "full");
    expect(packet).toHaveLength(184);
    expect(viewOf(packet).getInt32(offset)).toBe(number);
  });

  it("counts orders in 16 bits and leaves two empty", () => {
    const view = viewOf(tickPacket(INFY, quote, "full"));
    expect([view.getInt16(72), view.getInt16(74), view.getInt16(180), view.getInt16(182)]).toEqual([1, 0, 5, 0]);
  });

  it("leaves missing parts empty: levels at a circuit, and the last trade before any trade", () => {
    const view = viewOf(tickPacket(INFY, { ...quote, buy: [], lastTradeAt: null }, "full"));
    expect(view.getInt32(44)).toBe(0);
    for (let offset = 64; offset < 124; offset += 4) expect(view.getInt32(offset)).toBe(0);
    expect(view.getInt32(124)).toBe(172);
  });

  it("wraps a volume beyond 31 bits, as the live feed does", () => {
    expect(viewOf(tickPacket(INFY, { ...quote, volume: 2 ** 31 + 5 }, "quote")).getInt32(16)).toBe(-(2 ** 31) + 5);
  });
});

describe("a frame", () => {
  it("contains the number of packets and the length of each", () => {
    const packets = [tickPacket(INFY, quote, "ltp"), tickPacket(INFY, quote, "full")];
    const frame = tickFrame(packets);
    const view = viewOf(frame);
    expect(frame).toHaveLength(2 + 2 + 8 + 2 + 184);
    expect([view.getUint16(0), view.getUint16(2), view.getUint16(12)]).toEqual([2, 8, 184]);
    expect(frame.subarray(4, 12)).toEqual(packets[0]);
    expect(frame.subarray(14)).toEqual(packets[1]);
  });

  it("of one byte is the heartbeat", () => {
    expect(HEARTBEAT).toHaveLength(1);
  });
});
