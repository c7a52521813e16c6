/** 32-bit integer steps and + − × ÷ √ only: every machine computes them alike, unlike sines and logarithms. */

const UINT32_COUNT = 2 ** 32;

/** Hashes several numbers into one, identical on every machine. */
export function mix(a: number, b: number, c = 0, d = 0): number {
  let state = (a ^ 0x9e3779b9) | 0;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad) ^ b;
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97) ^ c;
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad) ^ d;
  state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
  state = Math.imul(state ^ (state >>> 16), 0x2c1b3c6d);
  return (state ^ (state >>> 15)) >>> 0;
}

export const unit = (drawn: number): number => drawn / UINT32_COUNT;

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** A random stream for one purpose (sfc32). */
export class Draws {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, purpose: number) {
    this.#a = mix(seed, purpose, 1);
    this.#b = mix(seed, purpose, 2);
    this.#c = mix(seed, purpose, 3);
  }

  next(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  unit(): number {
    return this.next() / UINT32_COUNT;
  }

  signed(): number {
    return this.next() / (UINT32_COUNT / 2) - 1;
  }

  /** Mean 0, deviation 1, bell-shaped up to 3.46: cheaper than the sum of twelve units. */
  bell(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * BELL_SCALE;
  }

  below(count: number): number {
    return Math.floor(this.unit() * count);
  }
}

/** The sum of four units has the variance 1/3. */
const BELL_SCALE = Math.sqrt(3);
