import { createHmac, hkdfSync } from "node:crypto";
import type { Secret } from "../config/secret.ts";

/** A key for one purpose, so that no two uses of the master key share bytes. */
export const deriveKey = (masterKey: Secret, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", Buffer.from(masterKey.reveal(), "hex"), "", `vriddhi:${purpose}`, 32));

export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest();
