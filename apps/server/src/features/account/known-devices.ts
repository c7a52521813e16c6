import { randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "@vriddhi/core/time/clock";
import { keyedHash } from "../../platform/crypto/derived-key.ts";
import type { Cookies } from "../../platform/http/handler.ts";

const COOKIE = "device";
const LIFE_MS = 400 * DAY_MS;
/** Enough for a family's shared browser; an attacker's hundred accounts are not stored. */
const ACCOUNTS_MAX = 4;

/** A signed cookie names browsers that signed in before. It gives no access; during an attack they go first. */
export interface KnownDevices {
  /** The browser's id; `null` before its first sign-in. */
  idOf(cookies: Pick<Cookies, "read">): string | null;
  isOf(cookies: Pick<Cookies, "read">, userId: string): boolean;
  remember(cookies: Cookies, userId: string): void;
}

export function createKnownDevices(key: Buffer): KnownDevices {
  const markOf = (id: string, userId: string) => keyedHash(key, "device", id, userId).toString("base64url");
  const read = (cookies: Pick<Cookies, "read">): { id: string | null; marks: readonly string[] } => {
    const [id = "", ...marks] = (cookies.read(COOKIE) ?? "").split(".");
    return id === "" ? { id: null, marks: [] } : { id, marks: marks.slice(0, ACCOUNTS_MAX) };
  };
  const isSame = (one: string, other: string): boolean =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
  return {
    idOf: (cookies) => read(cookies).id,
    isOf(cookies, userId) {
      const { id, marks } = read(cookies);
      if (id === null) return false;
      const own = markOf(id, userId);
      return marks.some((mark) => isSame(mark, own));
    },
    remember(cookies, userId) {
      const known = read(cookies);
      const id = known.id ?? randomBytes(16).toString("base64url");
      const own = markOf(id, userId);
      const marks = [own, ...known.marks.filter((mark) => mark !== own)].slice(0, ACCOUNTS_MAX);
      cookies.put(COOKIE, [id, ...marks].join("."), LIFE_MS);
    },
  };
}
