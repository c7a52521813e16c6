import { createECDH, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { type EpochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import type { Secret } from "../../platform/config/secret.ts";

const SCALAR_BYTES = 32;
const TOKEN_SPAN_MS = 12 * HOUR_MS;

/** Our identity towards the browsers' push services (RFC 8292). */
export interface Vapid {
  readonly publicKey: string;
  authorize(endpoint: URL, now: EpochMs): string;
}

export interface VapidOptions {
  /** 32 bytes in base64url; `null` derives a stable one from `seed`. */
  readonly privateKey: Secret | null;
  readonly seed: Buffer;
  readonly subject: string;
}

const toBase64Json = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function createVapid({ privateKey, seed, subject }: VapidOptions): Vapid {
  const scalar = privateKey === null ? seed : Buffer.from(privateKey.reveal(), "base64url");
  if (scalar.length !== SCALAR_BYTES) throw new Error("VAPID_PRIVATE_KEY must be 32 bytes in base64url");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const key = toKey(scalar, point);
  const publicKey = point.toString("base64url");
  const head = toBase64Json({ typ: "JWT", alg: "ES256" });
  return {
    publicKey,
    authorize(endpoint, now) {
      const claims = { aud: endpoint.origin, exp: Math.floor((now + TOKEN_SPAN_MS) / 1000), sub: subject };
      const signed = `${head}.${toBase64Json(claims)}`;
      const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
      return `vapid t=${signed}.${signature}, k=${publicKey}`;
    },
  };
}

function toKey(scalar: Buffer, point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const jwk = { kty: "EC", crv: "P-256", d: scalar.toString("base64url"), x, y };
  return createPrivateKey({ key: jwk, format: "jwk" });
}
