import { makeJwt } from "../broker/jwt.ts";

/** The kinds of tokens, as `sub` tells them apart. */
export type TokenKind = "auth_code" | "access_token" | "refresh_token" | "web_token" | "otp_step" | "pin_step";

export interface Claims {
  readonly sub: TokenKind;
  readonly fy_id: string;
  /** Seconds, on the clock the kind lives on. */
  readonly exp: number;
  /** Grows with every token; what is revoked is revoked up to a number. */
  readonly jti: number;
  readonly [name: string]: unknown;
}

export interface Tokens {
  sign(claims: Claims): string;
  /** Null for what was not signed here. */
  read(token: string, kind: TokenKind): Claims | null;
  /** Whose it is, of whatever kind. */
  subjectOf(token: string): string | null;
}

function parse(token: string): Claims | null {
  const part = token.split(".")[1];
  if (part === undefined) return null;
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Claims;
  } catch {
    return null;
  }
}

/** Nothing is kept: what bears the signature is true. A restart forgets no session. */
export function createTokens(secret: string): Tokens {
  function genuine(token: string): Claims | null {
    const claims = parse(token);
    return claims !== null && typeof claims === "object" && makeJwt(claims, secret) === token ? claims : null;
  }
  return {
    sign: (claims) => makeJwt(claims, secret),
    read(token, kind) {
      const claims = genuine(token);
      return claims?.sub === kind ? claims : null;
    },
    subjectOf: (token) => genuine(token)?.fy_id ?? null,
  };
}
