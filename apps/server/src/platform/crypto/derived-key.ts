import { createHmac, hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** One key per purpose, so that no two uses of the root share bytes. */
export const deriveKey = (root: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", root, "", `vriddhi:${purpose}`, KEY_BYTES));

export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest();
