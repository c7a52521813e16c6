import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/crypto/derived-key.ts";

const TOKEN_BYTES = 24;
const ID_LETTERS = 32;
const SEAL_BYTES = 16;

/** The token of one confirmation link; only its hash is stored. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

const sealOf = (key: Buffer, id: string): Buffer => keyedHash(key, "unsubscribe", id).subarray(0, SEAL_BYTES);

/** The same in every mail to this reader, and not forgeable. */
export const unsubscribeToken = (key: Buffer, readerId: string): string =>
  readerId.replaceAll("-", "") + sealOf(key, readerId).toString("base64url");

export function readerOfToken(key: Buffer, token: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})/.exec(token);
  if (parts === null) return null;
  const id = parts.slice(1).join("-");
  const received = Buffer.from(token.slice(ID_LETTERS), "base64url");
  const seal = sealOf(key, id);
  return received.length === seal.length && timingSafeEqual(received, seal) ? id : null;
}
