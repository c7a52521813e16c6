import { createHash, timingSafeEqual } from "node:crypto";
import type { BrokerClient } from "../broker/client.ts";
import { stamp } from "./ist-stamps.ts";
import { formOf, type Serve } from "./kite.ts";
import { failure, kiteErrors, missing, success } from "./replies.ts";
import type { Session } from "./sessions.ts";
import { userRecord } from "./user.ts";

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Hex of sha256(key + token + secret). */
function isChecksum({ app }: BrokerClient, token: string, checksum: string): boolean {
  const wanted = sha256(app.key + token + app.secret);
  const received = Buffer.from(checksum, "hex");
  return received.length === wanted.length && timingSafeEqual(received, wanted);
}

const sessionRecord = (client: BrokerClient, session: Session) => ({
  ...userRecord(client),
  api_key: session.apiKey,
  access_token: session.accessToken,
  public_token: session.publicToken,
  enctoken: session.publicToken,
  refresh_token: "",
  silo: "",
  login_time: stamp(session.loginAt),
});

const firstMissing = (form: URLSearchParams, fields: readonly string[]): string | null =>
  fields.find((field) => (form.get(field) ?? "") === "") ?? null;

/** `POST /session/token`: exchanges the request token for a session. */
export const openSession: Serve = (kite, { request, at }) => {
  const form = formOf(request);
  const absent = firstMissing(form, ["api_key", "request_token", "checksum"]);
  if (absent !== null) return failure(missing(absent));
  const [apiKey, requestToken] = [form.get("api_key") ?? "", form.get("request_token") ?? ""];
  const client = kite.clients.findByKey(apiKey);
  if (client === null) return failure(kiteErrors.badToken);
  if (!isChecksum(client, requestToken, form.get("checksum") ?? "")) return failure(kiteErrors.badChecksum);
  const session = kite.sessions.redeem(requestToken, apiKey, at);
  return session === null ? failure(kiteErrors.badRequestToken) : success(sessionRecord(client, session));
};

/** Ordinary applications get no refresh token, so any sent one is invalid. */
export const renewSession: Serve = (_kite, { request }) => {
  const absent = firstMissing(formOf(request), ["api_key", "refresh_token", "checksum"]);
  return failure(absent === null ? kiteErrors.badRequestToken : missing(absent));
};

export const closeSession: Serve = (kite, { request, at }) => {
  const form = formOf(request);
  const absent = firstMissing(form, ["api_key"]);
  if (absent !== null) return failure(missing(absent));
  if (form.has("refresh_token")) return failure(kiteErrors.badRequestToken);
  const session = kite.sessions.find(form.get("api_key") ?? "", form.get("access_token") ?? "", at.market);
  if (session === null) return failure(kiteErrors.badToken);
  kite.sessions.end(session);
  return success(true);
};
