import { assert } from "../shared/assert.ts";
import type { MarketTick } from "./tick-bars.ts";

/**
 * Ticks in arrival order as differences: time from the previous tick, price and day volume from the share's previous
 * one. Small differences are short, so a tick takes five or six bytes.
 */
const VERSION = 1;
const FIRST_BYTES = 4_096;
/** Four numbers of at most eight bytes each. */
const TICK_BYTES_MAX = 32;

const SEVEN_BITS = 0x80;
const SMALL = 2 ** 28;

interface LastOfShare {
  price: number;
  dayVolume: number;
}

/** Zigzag: the sign is the lowest bit, so small negative numbers stay small. */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfolded = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

export class TickBlockWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #count = 0;
  #lastAt = 0;
  #last: LastOfShare[] = [];

  get count(): number {
    return this.#count;
  }

  add(share: number, { at, price, dayVolume }: MarketTick): void {
    if (this.#length + TICK_BYTES_MAX > this.#bytes.length) this.#grow();
    if (this.#count === 0) this.#bytes[this.#length++] = VERSION;
    let last = this.#last[share];
    if (last === undefined) {
      last = { price: 0, dayVolume: 0 };
      this.#last[share] = last;
    }
    this.#put(share);
    this.#put(folded(at - this.#lastAt));
    this.#put(folded(price - last.price));
    this.#put(folded(dayVolume - last.dayVolume));
    this.#lastAt = at;
    last.price = price;
    last.dayVolume = dayVolume;
    this.#count++;
  }

  /** The ticks since the last take; the next block can be read without this one. */
  take(): Uint8Array {
    const block = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    this.#count = 0;
    this.#lastAt = 0;
    this.#last = [];
    return block;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Seven bits a byte, the lowest first. Beyond 28 bits shifts would lose the top. */
  #put(value: number): void {
    let rest = value;
    while (rest >= SMALL) {
      this.#bytes[this.#length++] = (rest % SEVEN_BITS) | SEVEN_BITS;
      rest = Math.floor(rest / SEVEN_BITS);
    }
    while (rest >= SEVEN_BITS) {
      this.#bytes[this.#length++] = (rest & 0x7f) | SEVEN_BITS;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
}

export function readTickBlock(bytes: Uint8Array, visit: (share: number, tick: MarketTick) => void): void {
  if (bytes.length === 0) return;
  assert(bytes[0] === VERSION, "a block of ticks that this code wrote");
  let place = 1;
  const next = (): number => {
    let [value, unit, byte] = [0, 1, SEVEN_BITS];
    while (byte >= SEVEN_BITS) {
      assert(place < bytes.length, "a whole block of ticks");
      byte = bytes[place++] as number;
      value += (byte % SEVEN_BITS) * unit;
      unit *= SEVEN_BITS;
    }
    return value;
  };
  const last: LastOfShare[] = [];
  let at = 0;
  while (place < bytes.length) {
    const share = next();
    const before = last[share] ?? { price: 0, dayVolume: 0 };
    at += unfolded(next());
    before.price += unfolded(next());
    before.dayVolume += unfolded(next());
    last[share] = before;
    visit(share, { at, price: before.price, dayVolume: before.dayVolume });
  }
}
