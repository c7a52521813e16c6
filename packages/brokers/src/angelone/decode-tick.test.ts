import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTickDecoder } from "./decode-tick.ts";

const AT = 1_794_800_701_234;

interface Fields {
  readonly exchangeType?: number;
  readonly token?: string;
  readonly longs?: Readonly<Record<number, number | bigint>>;
  readonly flags?: readonly [number, number];
}

/** Every eight bytes after the token hold their own offset by default. */
function packet(
  mode: number,
  length: number,
  { exchangeType = 1, token = "3045", longs = {}, flags = [1, 0] }: Fields = {},
): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(mode, 0);
  bytes.writeUInt8(exchangeType, 1);
  bytes.write(token, 2, 25, "ascii");
  for (let at = 27; at + 8 <= Math.min(length, 147); at += 8) bytes.writeBigInt64LE(BigInt(at), at);
  if (length === 379) for (const [side, flag] of flags.entries()) bytes.writeInt16LE(flag, 147 + side * 100);
  for (const [at, value] of Object.entries(longs)) bytes.writeBigInt64LE(BigInt(value), Number(at));
  return bytes;
}

const decode = (bytes: Uint8Array) => createTickDecoder().decode(bytes);
const snap = (fields: Fields) => decode(packet(3, 379, fields));

describe("Angel One's packets", () => {
  it("decode a snap quote: last price, volume, best bid and offer, the exchange's millisecond", () => {
    expect(snap({ longs: { 35: AT, 43: 108_335, 67: 1_234_567, 115: 107_900, 157: 108_330, 257: 108_340 } })).toEqual({
      token: "3045",
      lastPrice: 108_335,
      volume: 1_234_567,
      bid: 108_330,
      ask: 108_340,
      previousClose: 107_900,
      at: AT,
    });
  });

  it("decode a snap quote with an empty book and no time", () => {
    expect(snap({ longs: { 35: 0, 157: 0, 257: 0 } })).toMatchObject({ bid: null, ask: null, at: null });
  });

  it("decode a snap quote with swapped sides by its side flags", () => {
    const longs = { 157: 108_340, 257: 108_330 };
    expect(snap({ longs, flags: [0, 1] })).toMatchObject({ bid: 108_330, ask: 108_340 });
    expect(snap({ longs, flags: [0, 0] })).toMatchObject({ bid: 108_340, ask: 108_330 });
  });

  it("decode a quote without a book", () => {
    expect(decode(packet(2, 123, { longs: { 35: AT, 43: 5, 67: 9, 115: 0 } }))).toEqual({
      token: "3045",
      lastPrice: 5,
      volume: 9,
      bid: null,
      ask: null,
      previousClose: null,
      at: AT,
    });
  });

  it("decode the last price alone", () => {
    expect(decode(packet(1, 51, { token: "99926000", longs: { 35: AT, 43: 2_590_010 } }))).toEqual({
      token: "99926000",
      lastPrice: 2_590_010,
      volume: null,
      bid: null,
      ask: null,
      previousClose: null,
      at: AT,
    });
  });

  it("decode numbers beyond 32 bits exactly, and drop those that no double can hold", () => {
    const longs = { 43: 3_000_000_000, 67: 9_007_199_254_740_991 };
    expect(decode(packet(2, 123, { longs }))).toMatchObject({
      lastPrice: 3_000_000_000,
      volume: 9_007_199_254_740_991,
    });
    expect(decode(packet(2, 123, { longs: { 67: 2n ** 62n } }))).toBeNull();
    expect(decode(packet(2, 123, { longs: { 43: 2n ** 62n } }))).toBeNull();
    expect(decode(packet(1, 51, { longs: { 43: -5 } }))).toMatchObject({ lastPrice: -5 });
  });

  it("are ignored for depth, other modes, other segments and other tokens", () => {
    expect(decode(packet(4, 443))).toBeNull();
    expect(decode(packet(9, 379))).toBeNull();
    for (const exchangeType of [2, 3, 4, 5, 7, 13]) expect(decode(packet(3, 379, { exchangeType }))).toBeNull();
    for (const token of ["", "SBIN", "30 45", "1234567890123456"]) expect(decode(packet(1, 51, { token }))).toBeNull();
  });

  it("are ignored when cut short, and decoded in their known part when longer", () => {
    for (const [mode, length] of [
      [1, 51],
      [2, 123],
      [3, 379],
    ] as const) {
      const whole = packet(mode, length);
      for (let end = 0; end < length; end++) expect(decode(whole.subarray(0, end))).toBeNull();
      expect(decode(Buffer.concat([whole, Buffer.alloc(9)]))).toEqual(decode(whole));
    }
  });

  it("are decoded from their start inside a larger buffer", () => {
    const bytes = Buffer.concat([Buffer.alloc(13, 255), packet(1, 51, { longs: { 43: 7 } })]);
    expect(decode(bytes.subarray(13))).toMatchObject({ token: "3045", lastPrice: 7 });
  });

  it("keep tokens apart in one decoder", () => {
    const decoder = createTickDecoder();
    const tokens = ["3045", "2885", "3045", "304"];
    expect(tokens.map((token) => decoder.decode(packet(1, 51, { token }))?.token)).toEqual(tokens);
  });

  it("do not crash the decoder with arbitrary bytes", () => {
    const head = fc.constantFrom([1, 1], [2, 1], [3, 1], [4, 1], [3, 2]);
    const digits = fc.stringMatching(/^\d{0,25}$/).map((text) => [...Buffer.from(text.padEnd(25, "\0"))]);
    const rest = fc.uint8Array({ maxLength: 420 });
    const framed = fc.tuple(head, digits, rest).map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
    fc.assert(
      fc.property(fc.oneof(framed, rest), (bytes) => {
        const tick = decode(bytes);
        if (tick === null) return;
        expect(tick.token).toMatch(/^\d{1,15}$/);
        for (const number of [tick.lastPrice, tick.volume, tick.bid, tick.ask, tick.at].filter(
          (value) => value !== null,
        ))
          expect(Number.isSafeInteger(number)).toBe(true);
        expect(Math.min(tick.bid ?? 1, tick.ask ?? 1, tick.at ?? 1)).toBeGreaterThan(0);
      }),
    );
  });
});
