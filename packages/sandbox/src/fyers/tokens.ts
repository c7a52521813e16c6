import { makeJwt } from "../broker/jwt.ts";

export type TokenKind = "auth_code" | "access_token" | "refresh_token" | "web_token" | "otp_step" | "pin_step";

export interface Claims {
  readonly sub: TokenKind;
  readonly fy_id: string;
  /** Seconds, on the kind's clock. */
  readonly exp: number;
  /** Rises with every token; revocation is by upper bound. */
  readonly jti: number;
  readonly [name: string]: unknown;
}

export interface Tokens {
  sign(claims: Claims): string;
  /** `null` for tokens that were not signed here. */
  read(token: string, kind: TokenKind): Claims | null;
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

/** Stateless: a valid signature suffices, so a restart keeps all sessions. */
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
