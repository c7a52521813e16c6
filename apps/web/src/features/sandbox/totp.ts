const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(secret: string): Uint8Array<ArrayBuffer> {
  const bits = [...secret.replace(/=+$/, "").toUpperCase()]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

/** The current code of an authenticator app (RFC 6238 with SHA-1, six digits, thirty seconds). */
export async function totpCode(secret: string, wallMs: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(wallMs / STEP_MS)));
  const key = await crypto.subtle.importKey("raw", fromBase32(secret), { name: "HMAC", hash: "SHA-1" }, false, [
    "sign",
  ]);
  const hash = new DataView(await crypto.subtle.sign("HMAC", key, counter));
  const offset = hash.getUint8(hash.byteLength - 1) & 15;
  return String((hash.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

export const secondsLeft = (wallMs: number): number => Math.ceil((STEP_MS - (wallMs % STEP_MS)) / 1_000);
