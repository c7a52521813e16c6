import { DAY_MS } from "@vriddhi/core/time/clock";
import type { Cookies } from "../../platform/http/handler.ts";
import { newVisitorToken, visitorHashOf } from "./support.service.ts";
import type { ThreadOwner } from "./thread.store.ts";

const COOKIE = "support_chat";
const LIFE_MS = 30 * DAY_MS;
const TOKEN_SHAPE = /^[\w-]{43}$/;

function tokenIn(cookies: Cookies): string | null {
  const token = cookies.read(COOKIE);
  return token !== null && TOKEN_SHAPE.test(token) ? token : null;
}

/** Only tokens that the server issued open threads: a forged one opens none. */
export function visitorIn(cookies: Cookies): ThreadOwner | null {
  const token = tokenIn(cookies);
  return token === null ? null : { visitorHash: visitorHashOf(token) };
}

/** A new token per thread would lose the earlier ones, so the browser keeps its token while it has threads. */
export function keepVisitor(cookies: Cookies, hasThreads: boolean): string {
  const token = (hasThreads ? tokenIn(cookies) : null) ?? newVisitorToken();
  cookies.put(COOKIE, token, LIFE_MS);
  return token;
}
