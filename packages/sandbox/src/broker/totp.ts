import { createHmac, timingSafeEqual } from "node:crypto";
import { type EpochMs, SECOND_MS } from "@vriddhi/core/time/clock";

const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.replace(/=+$/, "").toUpperCase()) {
    const index = BASE32.indexOf(letter);
    if (index < 0) return Buffer.alloc(0);
    value = (value << 5) | index;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
    }
  }
  return Buffer.from(bytes);
}

/** RFC 6238 with SHA-1, six digits, thirty seconds. */
export function totpAt(secret: string, now: EpochMs): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (hash[hash.length - 1] as number) & 15;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

export function isTotp(secret: string, code: string, now: EpochMs): boolean {
  if (code.length !== DIGITS) return false;
  return [0, -STEP_MS, STEP_MS].some((shift) =>
    timingSafeEqual(
      Buffer.from(totpAt(secret, (now + shift) as EpochMs)),
      Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS)),
    ),
  );
}
