import { parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cookies, SessionCookie } from "./handler.ts";

/** Readable by scripts and not secret: a signed-out page skips the session request. */
const COMPANION = "signed_in";

export interface CookieRules {
  readonly name: string;
  readonly isSecure: boolean;
}

/** `__Host-` binds the cookie to this host; https only. */
const boundToHost = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

export const cookieRules = (publicUrl: URL): CookieRules => {
  const isSecure = publicUrl.protocol === "https:";
  return { name: boundToHost("session", isSecure), isSecure };
};

/** Our values need no escaping; foreign ones are not decoded. */
const asItIs = (value: string): string => value;

const written = (
  { isSecure }: CookieRules,
  cookie: Pick<SetCookie, "name" | "value" | "maxAge" | "httpOnly">,
): string => stringifySetCookie({ path: "/", sameSite: "lax", secure: isSecure, ...cookie }, { encode: asItIs });

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
  return header === undefined ? null : (parseCookie(header, { decode: asItIs })[name] ?? null);
}

const bearerValue = (header: string | undefined): string | null =>
  header?.startsWith("Bearer ") ? header.slice("Bearer ".length).trim() : null;

export function sessionCookie(reply: FastifyReply, rules: CookieRules): SessionCookie {
  const put = (value: string, companion: string, age: Pick<SetCookie, "maxAge">) =>
    void reply.header("set-cookie", [
      written(rules, { name: rules.name, value, httpOnly: true, ...age }),
      written(rules, { name: COMPANION, value: companion, ...age }),
    ]);
  return {
    start: (token, maxAgeMs) => put(token, "1", maxAgeMs === null ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }),
    end: () => put("", "", { maxAge: 0 }),
  };
}

export function namedCookies(request: FastifyRequest, reply: FastifyReply, rules: CookieRules): Cookies {
  const nameOf = (name: string) => boundToHost(name, rules.isSecure);
  const set = (name: string, value: string, maxAge: number) =>
    void reply.header("set-cookie", written(rules, { name: nameOf(name), value, httpOnly: true, maxAge }));
  return {
    read: (name) => cookieValue(request.headers.cookie, nameOf(name)),
    put: (name, value, maxAgeMs) => set(name, value, Math.floor(maxAgeMs / 1000)),
    drop: (name) => set(name, "", 0),
  };
}
