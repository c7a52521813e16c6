import { createPublicKey, verify } from "node:crypto";
import type { EpochMs } from "@vriddhi/core/time/clock";

const DAY_S = 24 * 60 * 60;
const POINT_BYTES = 65;

export interface VapidClaims {
  readonly aud: string;
  readonly exp: number;
  readonly sub: string;
}

/** RFC 8292: the sender, proved by a signature; or the push service's refusal. */
export function checkVapid(
  header: string,
  expected: { readonly origin: string; readonly now: EpochMs },
): { readonly publicKey: string; readonly claims: VapidClaims } | string {
  const [, token, publicKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (token === undefined || publicKey === undefined) return "Missing VAPID authorization";
  const [head = "", body = "", signature = ""] = token.split(".");
  if (!isSigned(`${head}.${body}`, signature, publicKey)) return "Invalid VAPID signature";
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as VapidClaims;
  const nowS = expected.now / 1000;
  if (claims.aud !== expected.origin) return "Invalid audience";
  if (!(claims.exp > nowS && claims.exp <= nowS + DAY_S)) return "Invalid expiry";
  if (!/^(mailto:|https:)/.test(claims.sub)) return "Invalid subject";
  return { publicKey, claims };
}

function isSigned(signed: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, "base64url");
  if (point.length !== POINT_BYTES) return false;
  const part = (from: number) => point.subarray(from, from + 32).toString("base64url");
  try {
    const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: part(1), y: part(33) }, format: "jwk" });
    const given = Buffer.from(signature, "base64url");
    return verify("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }, given);
  } catch {
    return false;
  }
}
