import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { lruPut } from "../bounded-map/lru-put.ts";
import type { Moment } from "../broker/wire.ts";
import type { Claims, TokenKind, Tokens } from "./tokens.ts";

/** Tokens of a login in progress, on the human clock. */
export interface Grants {
  brief(kind: Exclude<TokenKind, "access_token" | "refresh_token">, client: string, at: Moment): string;
  readBrief(token: string, kind: TokenKind, at: Moment): Claims | null;
  /** True the first time: an auth code opens one session. */
  spend(claims: Claims): boolean;
}

/** As read from sample tokens. */
const BRIEF_MS = 5 * MINUTE_MS;

export function createGrants(tokens: Tokens, nextSerial: (at: Moment) => number): Grants {
  const spent = new Map<number, true>();
  return {
    brief: (kind, client, at) =>
      tokens.sign({
        iss: "api.login.fyers.in",
        sub: kind,
        fy_id: client,
        exp: Math.floor((at.human + BRIEF_MS) / SECOND_MS),
        jti: nextSerial(at),
      }),
    readBrief(token, kind, at) {
      const claims = tokens.read(token, kind);
      return claims !== null && at.human < claims.exp * SECOND_MS ? claims : null;
    },
    spend(claims) {
      if (spent.has(claims.jti)) return false;
      lruPut(spent, claims.jti, true);
      return true;
    },
  };
}
