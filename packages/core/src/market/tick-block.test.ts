import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MarketTick } from "./tick-bars.ts";
import { readTickBlock, TickBlockWriter } from "./tick-block.ts";

interface ShareTick extends MarketTick {
  readonly share: number;
}

const written = (ticks: readonly ShareTick[], writer = new TickBlockWriter()): Uint8Array => {
  for (const tick of ticks) writer.add(tick.share, tick);
  return writer.take();
};

function readBack(block: Uint8Array): readonly ShareTick[] {
  const ticks: ShareTick[] = [];
  readTickBlock(block, (share, { at, price, dayVolume }) => void ticks.push({ share, at, price, dayVolume }));
  return ticks;
}

const anyTicks = fc.array(
  fc.record({
    share: fc.nat(300),
    at: fc.nat(2 ** 41),
    price: fc.nat(2 ** 36),
    dayVolume: fc.nat(2 ** 45),
  }),
  { maxLength: 300 },
);

describe("a block of ticks", () => {
  it("holds every tick in arrival order, whatever its numbers", () => {
    fc.assert(
      fc.property(anyTicks, (ticks) => {
        expect(readBack(written(ticks))).toEqual(ticks);
      }),
    );
  });

  it("starts over with each take, so that it can be read without the previous one", () => {
    const writer = new TickBlockWriter();
    const [first, second] = [
      [{ share: 3, at: 1_786_000_000_000, price: 250_05, dayVolume: 1_000 }],
      [{ share: 3, at: 1_786_000_001_000, price: 250_10, dayVolume: 1_020 }],
    ];
    written(first, writer);
    expect(readBack(written(second, writer))).toEqual(second);
    expect(writer.count).toBe(0);
    expect(writer.take()).toHaveLength(0);
  });

  it("takes at most six bytes for a tick of an ordinary minute", () => {
    const ticks = Array.from({ length: 6_000 }, (_, place) => ({
      share: place % 70,
      at: 1_786_000_000_000 + Math.floor(place / 100) * 1_000,
      price: 1_500_00 + ((place * 7) % 41) * 5,
      dayVolume: 100_000 + place * 12,
    }));
    expect(written(ticks).length / ticks.length).toBeLessThan(6);
  });

  it("is refused when it is torn or foreign", () => {
    const block = written([{ share: 1, at: 1_786_000_000_000, price: 100, dayVolume: 5 }]);
    expect(() => readBack(block.slice(0, -1).fill(0xff, -1))).toThrow("a whole block of ticks");
    expect(() => readBack(block.fill(9, 0, 1))).toThrow("a block of ticks that this code wrote");
    expect(readBack(new Uint8Array())).toEqual([]);
  });
});
