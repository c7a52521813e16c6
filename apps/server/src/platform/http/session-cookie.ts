import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cookies, SessionCookie } from "./handler.ts";

/** Readable by scripts and no secret: lets a page skip asking who is signed in when nobody is. */
const COMPANION = "signed_in";

export interface CookieRules {
  readonly name: string;
  readonly isSecure: boolean;
}

/** `__Host-` binds the cookie to this very host, which only https allows. */
const boundToHost = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export const cookieRules = (publicUrl: URL): CookieRules => {
  const isSecure = publicUrl.protocol === "https:";
  return { name: boundToHost("session", isSecure), isSecure };
};

const flagsOf = ({ isSecure }: CookieRules): string => `Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export function readSessionToken(
  headers: { cookie?: string | undefined; authorization?: string | undefined },
  rules: CookieRules,
): string | null {
  const fromCookie = cookieValue(headers.cookie, rules.name);
  const token = fromCookie ?? bearerValue(headers.authorization);
  return token !== null && TOKEN_SHAPE.test(token) ? token : null;
}

function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  // Read with every request, so it looks without cutting the header into pieces.
  for (let from = 0; from < header.length; ) {
    const semicolon = header.indexOf(";", from);
    const end = semicolon === -1 ? header.length : semicolon;
    let start = from;
    while (header[start] === " ") start += 1;
    if (header.startsWith(name, start) && header[start + name.length] === "=")
      return header.slice(start + name.length + 1, end).trimEnd();
    from = end + 1;
  }
  return null;
}

const bearerValue = (header: string | undefined): string | null =>
  header?.startsWith("Bearer ") ? header.slice("Bearer ".length).trim() : null;

export function sessionCookie(reply: FastifyReply, rules: CookieRules): SessionCookie {
  const put = (value: string, companion: string, age: string) => {
    const flags = flagsOf(rules);
    void reply.header("set-cookie", [
      `${rules.name}=${value}; HttpOnly; ${flags}${age}`,
      `${COMPANION}=${companion}; ${flags}${age}`,
    ]);
  };
  return {
    start: (token, maxAgeMs) => put(token, "1", maxAgeMs === null ? "" : `; Max-Age=${Math.floor(maxAgeMs / 1000)}`),
    end: () => put("", "", "; Max-Age=0"),
  };
}

/** Cookies of single features, under the same rules as the session's. */
export function namedCookies(request: FastifyRequest, reply: FastifyReply, rules: CookieRules): Cookies {
  const nameOf = (name: string) => boundToHost(name, rules.isSecure);
  const set = (name: string, value: string, maxAgeSeconds: number) =>
    void reply.header("set-cookie", `${nameOf(name)}=${value}; HttpOnly; ${flagsOf(rules)}; Max-Age=${maxAgeSeconds}`);
  return {
    read: (name) => cookieValue(request.headers.cookie, nameOf(name)),
    put: (name, value, maxAgeMs) => set(name, value, Math.floor(maxAgeMs / 1000)),
    drop: (name) => set(name, "", 0),
  };
}
