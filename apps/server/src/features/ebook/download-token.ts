import { timingSafeEqual } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, epochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { keyedHash } from "../../platform/crypto/derived-key.ts";

export const LINK_DAYS = 7;

export type DownloadKind = "book" | "invoice";

export interface DownloadTokens {
  sign(kind: DownloadKind, orderId: string): { readonly token: string; readonly expiresAt: EpochMs };
  open(kind: DownloadKind, token: string): Result<string, "link_wrong" | "link_expired">;
}

/** A signed token with the order and the expiry; nothing is stored. */
export function createDownloadTokens(key: Buffer, clock: HumanClock): DownloadTokens {
  const seal = (kind: DownloadKind, orderId: string, expires: string): string =>
    keyedHash(key, kind, orderId, expires).toString("base64url");
  return {
    sign(kind, orderId) {
      const expires = Math.ceil(later(clock.now(), LINK_DAYS * DAY_MS) / SECOND_MS);
      const token = `${orderId}.${expires}.${seal(kind, orderId, String(expires))}`;
      return { token, expiresAt: epochMs(expires * SECOND_MS) };
    },
    open(kind, token) {
      const [orderId = "", expires = "", given = "", ...rest] = token.split(".");
      const right = Buffer.from(seal(kind, orderId, expires));
      const sent = Buffer.from(given);
      if (rest.length > 0 || sent.length !== right.length || !timingSafeEqual(sent, right)) return err("link_wrong");
      return Number(expires) * SECOND_MS > clock.now() ? ok(orderId) : err("link_expired");
    },
  };
}
