import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTickDecoder } from "./decode-tick.ts";

const SBIN = 779_521;
const NIFTY = 256_265;

function frame(...packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(packets.length);
  const sized = packets.flatMap((packet) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(packet.length);
    return [length, packet];
  });
  return Buffer.concat([head, ...sized]);
}

/** Every field holds its own offset by default. */
function packet(length: number, token: number, fields: Readonly<Record<number, number>> = {}): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 4; at + 4 <= length; at += 4) bytes.writeInt32BE(at, at);
  bytes.writeUInt32BE(token, 0);
  for (const [at, value] of Object.entries(fields)) bytes.writeUInt32BE(value, Number(at));
  return bytes;
}

const decode = (bytes: Uint8Array) => createTickDecoder().decode(bytes).ticks;

describe("Kite's packets", () => {
  it("decode full mode: last price, volume, best bid and offer, the exchange's second", () => {
    const full = packet(184, SBIN, { 4: 108_335, 16: 1_234_567, 60: 1_794_800_701, 68: 108_330, 128: 108_340 });
    expect(decode(frame(full))).toEqual([
      {
        token: "779521",
        lastPrice: 108_335,
        volume: 1_234_567,
        bid: 108_330,
        ask: 108_340,
        at: 1_794_800_701_000,
      },
    ]);
  });

  it("decode full mode with an empty book and no time", () => {
    expect(decode(frame(packet(184, SBIN, { 60: 0, 68: 0, 128: 0 })))).toMatchObject([
      { bid: null, ask: null, at: null },
    ]);
  });

  it("decode quote mode without depth and time", () => {
    expect(decode(frame(packet(44, SBIN, { 4: 5, 16: 9 })))).toEqual([
      { token: "779521", lastPrice: 5, volume: 9, bid: null, ask: null, at: null },
    ]);
  });

  it("decode ltp mode and both index packets", () => {
    const index = packet(32, NIFTY, { 4: 2_590_010, 28: 1_794_800_701 });
    expect(decode(frame(packet(8, SBIN, { 4: 7 }), packet(28, NIFTY, { 4: 2_590_010 }), index))).toEqual([
      { token: "779521", lastPrice: 7, volume: null, bid: null, ask: null, at: null },
      { token: "256265", lastPrice: 2_590_010, volume: null, bid: null, ask: null, at: null },
      { token: "256265", lastPrice: 2_590_010, volume: null, bid: null, ask: null, at: 1_794_800_701_000 },
    ]);
  });

  it("keep a volume beyond two thousand million positive", () => {
    expect(decode(frame(packet(44, SBIN, { 16: 3_000_000_000 })))).toMatchObject([{ volume: 3_000_000_000 }]);
  });

  it("decode currency prices from finer units", () => {
    expect(decode(frame(packet(8, 0x103, { 4: 834_575_000 })))).toMatchObject([{ lastPrice: 8_346 }]);
    expect(decode(frame(packet(8, 0x106, { 4: 834_575 })))).toMatchObject([{ lastPrice: 8_346 }]);
  });

  it("give no tick for a heartbeat, an empty frame or a packet of another length", () => {
    for (const bytes of [Buffer.from([0]), Buffer.alloc(0), Buffer.from([0, 0])]) expect(decode(bytes)).toEqual([]);
    expect(decode(frame(packet(60, SBIN), Buffer.alloc(3), packet(8, SBIN, { 4: 7 })))).toMatchObject([
      { lastPrice: 7 },
    ]);
  });

  it("are decoded from the frame's start inside a larger buffer", () => {
    const bytes = Buffer.concat([Buffer.alloc(13, 255), frame(packet(8, SBIN, { 4: 7 }))]);
    expect(decode(bytes.subarray(13))).toMatchObject([{ token: "779521", lastPrice: 7 }]);
  });

  it("are decoded when complete in a cut frame", () => {
    const whole = frame(packet(184, SBIN), packet(184, SBIN));
    for (let length = 0; length < whole.length; length++)
      expect(decode(whole.subarray(0, length))).toHaveLength(length < 188 ? 0 : 1);
  });

  it("are counted when unreadable", () => {
    const { decode: decodeAll } = createTickDecoder();
    expect(decodeAll(frame(packet(60, SBIN), packet(8, SBIN))).dropped).toBe(1);
    expect(decodeAll(frame(packet(184, SBIN), packet(184, SBIN)).subarray(0, 200)).dropped).toBe(1);
    expect(decodeAll(Buffer.from([0])).dropped).toBe(0);
  });

  it("do not crash the decoder with arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        for (const tick of decode(bytes)) {
          expect(Number.isSafeInteger(tick.lastPrice)).toBe(true);
          expect(tick.token).toMatch(/^\d+$/);
        }
      }),
    );
  });
});
