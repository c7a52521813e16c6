import { noticePage } from "../broker/page.ts";
import { html, type WireReply, type WireRequest } from "../broker/wire.ts";
import { MESSAGES } from "./errors.ts";
import { parseFields, readText } from "./fields.ts";
import { PUBLISHER_LOGIN } from "./publisher-login.ts";
import { failure } from "./reply.ts";

const RENEWAL = "/generateTokens";

export function clientOfLogin({ path, body }: WireRequest): string | null {
  if (path === PUBLISHER_LOGIN) return new URLSearchParams(body).get("clientcode");
  return readText(parseFields(body) ?? {}, "clientcode");
}

export function refuseLogin({ path }: WireRequest): WireReply {
  if (path === PUBLISHER_LOGIN) return html(401, noticePage("Angel One", "Login is not possible", MESSAGES.AB1007));
  return failure(path.endsWith(RENEWAL) ? "AB8050" : "AB1007");
}
