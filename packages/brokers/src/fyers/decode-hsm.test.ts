import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHsmDecoder } from "./decode-hsm.ts";
import { usualLayout } from "./hsm-greeting.ts";

const SBIN = "sf|nse_cm|3045";
const TOKEN = "10100000003045";
const SAME = -2_147_483_648;

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const texts = (...all: readonly string[]) =>
  Buffer.concat(all.flatMap((text) => [Buffer.from([text.length]), Buffer.from(text, "latin1")]));
function i32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value | 0, index * 4);
  return bytes;
}

const quote = (places: Readonly<Record<number, number>>, rest = 0): number[] =>
  Array.from({ length: 21 }, (_, place) => places[place] ?? rest);

interface Scale {
  readonly multiplier?: number;
  readonly precision?: number;
}

const snapshot = (
  id: number,
  topic: string,
  values: readonly number[],
  { multiplier = 1, precision = 2 }: Scale = {},
) =>
  Buffer.concat([
    Buffer.from([83]),
    u16(id),
    texts(topic),
    Buffer.from([values.length]),
    i32s(values),
    u16(0xbeef),
    u16(multiplier),
    Buffer.from([precision]),
    texts("nse_cm", "3045", "SBIN-EQ"),
  ]);
const update = (id: number, values: readonly number[]) =>
  Buffer.concat([Buffer.from([85]), u16(id), Buffer.from([values.length]), i32s(values)]);
const lite = (id: number, ...values: readonly number[]) => Buffer.concat([Buffer.from([76]), u16(id), i32s(values)]);

function data(number: number, ...records: readonly Buffer[]): Buffer {
  const body = Buffer.concat([i32s([number]), u16(records.length), ...records]);
  return Buffer.concat([u16(body.length + 1), Buffer.from([6]), body]);
}

const aDecoder = (liteCount = 1) =>
  createHsmDecoder({ ...usualLayout, liteCount }, (topic) => (topic === SBIN ? TOKEN : null));

const first = quote({
  0: 108_335,
  1: 1_234_567,
  2: 1_794_800_699,
  3: 1_794_800_701,
  6: 108_330,
  7: 108_340,
  20: 107_900,
});
const tick = {
  token: TOKEN,
  lastPrice: 108_335,
  volume: 1_234_567,
  bid: 108_330,
  ask: 108_340,
  previousClose: 107_900,
  at: 1_794_800_701_000,
};

describe("the data socket decoder", () => {
  it("reads a snapshot: last price, volume, best bid and offer, the exchange's second", () => {
    expect(aDecoder().decode(data(7, snapshot(3, SBIN, first)))).toEqual({
      messageNumber: 7,
      ticks: [tick],
      dropped: 0,
    });
  });

  it("applies only the named fields of an update", () => {
    const decoder = aDecoder();
    decoder.decode(data(1, snapshot(3, SBIN, first)));
    const { ticks } = decoder.decode(data(2, update(3, quote({ 0: 108_340, 1: 1_234_570, 6: 0 }, SAME))));
    expect(ticks).toEqual([{ ...tick, lastPrice: 108_340, volume: 1_234_570, bid: null }]);
    expect(decoder.decode(data(3, update(3, quote({ 7: 0, 3: 0 }, SAME)))).ticks).toMatchObject([
      { lastPrice: 108_340, ask: null, at: 1_794_800_699_000 },
    ]);
  });

  it("reads a lite record as the last price, whatever follows it", () => {
    const decoder = aDecoder(2);
    decoder.decode(data(1, snapshot(3, SBIN, first)));
    const { ticks } = decoder.decode(data(2, lite(3, 108_350, 99), lite(3, 108_355, 99)));
    expect(ticks).toEqual([
      { ...tick, lastPrice: 108_350 },
      { ...tick, lastPrice: 108_355 },
    ]);
  });

  it("divides prices by multiplier and precision", () => {
    const scaled = (scale: Scale) =>
      aDecoder().decode(data(1, snapshot(3, SBIN, quote({ 0: 8_345_750 }), scale))).ticks[0]?.lastPrice;
    expect(scaled({ precision: 4 })).toBe(83_458);
    expect(scaled({ precision: 0 })).toBe(834_575_000);
    expect(scaled({ precision: 2, multiplier: 100 })).toBe(83_458);
    expect(scaled({ multiplier: 0 })).toBeUndefined();
  });

  it("keeps volume beyond two thousand million positive", () => {
    const { ticks } = aDecoder().decode(data(1, snapshot(3, SBIN, quote({ 1: 3_000_000_000 }))));
    expect(ticks).toMatchObject([{ volume: 3_000_000_000, at: null, bid: null, ask: null }]);
  });

  it("drops unwanted topics, unknown numbers and forgotten topics", () => {
    const decoder = aDecoder();
    const other = snapshot(4, "sf|nse_cm|22", first);
    expect(decoder.decode(data(1, other, snapshot(3, SBIN, first), update(9, first), update(4, first))).ticks).toEqual([
      tick,
    ]);
    decoder.forget(TOKEN);
    expect(decoder.decode(data(2, update(3, first), lite(3, 1))).ticks).toEqual([]);
  });

  it("reassigns a number that is given to another topic", () => {
    const decoder = aDecoder();
    decoder.decode(data(1, snapshot(3, SBIN, first)));
    expect(decoder.decode(data(2, snapshot(3, "sf|nse_cm|22", first), update(3, first))).ticks).toEqual([]);
  });

  it("stops at a record of an unknown kind", () => {
    const frame = data(1, snapshot(3, SBIN, first), Buffer.from([90, 1, 2]), lite(3, 1));
    expect(aDecoder().decode(frame).ticks).toEqual([tick]);
  });

  it("reads a frame inside a larger buffer from its own start", () => {
    const bytes = Buffer.concat([Buffer.alloc(13, 255), data(7, snapshot(3, SBIN, first))]);
    expect(aDecoder().decode(bytes.subarray(13))).toEqual({ messageNumber: 7, ticks: [tick], dropped: 0 });
  });

  it("reads the whole records of a cut frame", () => {
    const whole = data(1, snapshot(3, SBIN, first), update(3, first));
    const firstEnds = data(1, snapshot(3, SBIN, first)).length;
    for (let length = 0; length < whole.length; length++) {
      const { ticks, messageNumber } = aDecoder().decode(whole.subarray(0, length));
      expect(ticks).toHaveLength(length < firstEnds ? 0 : 1);
      expect(messageNumber).toBe(length < 7 ? null : 1);
    }
  });

  it("ignores surplus numbers in an update", () => {
    const decoder = aDecoder();
    decoder.decode(data(1, snapshot(3, SBIN, [108_335])));
    expect(decoder.decode(data(2, update(3, first))).ticks).toMatchObject([{ lastPrice: 108_335, volume: null }]);
  });

  it("survives arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.boolean(), (bytes, isPlausible) => {
        const decoder = createHsmDecoder(usualLayout, () => TOKEN);
        const frame = isPlausible ? data(1, Buffer.from([83, 0, 3, ...bytes]), Buffer.from(bytes)) : bytes;
        for (const { lastPrice, volume } of decoder.decode(frame).ticks) {
          expect(Number.isSafeInteger(lastPrice)).toBe(true);
          expect(volume).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
