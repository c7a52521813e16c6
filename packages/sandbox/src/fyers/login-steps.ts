import { createHash } from "node:crypto";
import type { BrokerClient } from "../broker/client.ts";
import { isTotp } from "../broker/totp.ts";
import { json, type WireReply } from "../broker/wire.ts";
import { fieldsOf, fromBase64, idOf, textOf } from "./body.ts";
import type { FyersDeps, OpenCall } from "./call.ts";
import { grantUrl } from "./login-page.ts";
import { badInput, done, type Refusal, refusals, refused } from "./reply.ts";

/** The steps of Fyers' own web site; undocumented, including their errors. */
export const stepFaults = {
  userUnknown: { status: 400, code: -1006, message: "Invalid user id" },
  keyInvalid: { status: 400, code: -1025, message: "Request key is invalid or expired" },
  otpWrong: { status: 400, code: -1019, message: "Invalid TOTP" },
  pinWrong: { status: 400, code: -1021, message: "Invalid PIN" },
  typeWrong: { status: 400, code: -353, message: "appType does not match the app" },
} as const satisfies Readonly<Record<string, Refusal>>;

const REDIRECTED = 308;

type Decode = (text: string) => string;

/** The newer steps encode ids and PINs in base64, the older ones do not. */
const startWith =
  (decode: Decode) =>
  ({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply => {
    const id = decode(textOf(fieldsOf(request.body)?.["fy_id"]));
    const client = clients.find(id);
    if (client === null) return refused(stepFaults.userUnknown);
    return done({ request_key: sessions.brief("otp_step", client.id, at) });
  };

export function verifyTotp({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply {
  const fields = fieldsOf(request.body) ?? {};
  const step = sessions.readBrief(textOf(fields["request_key"]), "otp_step", at);
  const client = step === null ? null : clients.find(step.fy_id);
  if (client === null) return refused(stepFaults.keyInvalid);
  const code = idOf(fields["otp"]).padStart(6, "0");
  if (!isTotp(client.totpSecret, code, at.human)) return refused(stepFaults.otpWrong);
  return done({ request_key: sessions.brief("pin_step", client.id, at) });
}

const verifyPinWith =
  (decode: Decode) =>
  ({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply => {
    const fields = fieldsOf(request.body) ?? {};
    const step = sessions.readBrief(textOf(fields["request_key"]), "pin_step", at);
    const client = step === null ? null : clients.find(step.fy_id);
    if (client === null) return refused(stepFaults.keyInvalid);
    if (fields["identity_type"] !== "pin") return refused(badInput("identity_type is invalid"));
    if (decode(textOf(fields["identifier"])) !== client.pin) return refused(stepFaults.pinWrong);
    const token = sessions.brief("web_token", client.id, at);
    return done({ data: { access_token: token, refresh_token: token } });
  };

const asIs: Decode = (text) => text;
export const startLogin = startWith(fromBase64);
export const startLoginPlain = startWith(asIs);
export const verifyPin = verifyPinWith(fromBase64);
export const verifyPinPlain = verifyPinWith(asIs);

export function grantToken({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply {
  const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const web = sessions.readBrief(bearer, "web_token", at);
  const client = web === null ? null : clients.find(web.fy_id);
  const fields = fieldsOf(request.body) ?? {};
  if (client === null || fields["fyers_id"] !== client.id) return refused(refusals.tokenRevoked);
  const [app, type] = client.app.key.split("-");
  if (fields["app_id"] !== app) return refused(refusals.appUnknown);
  if (idOf(fields["appType"]) !== type) return refused(stepFaults.typeWrong);
  if (fields["redirect_uri"] !== client.app.redirectUrl) return refused(refusals.redirectWrong);
  const code = sessions.brief("auth_code", client.id, at);
  const Url = grantUrl(client.app.redirectUrl, code, textOf(fields["state"]));
  return json(REDIRECTED, { s: "ok", code: REDIRECTED, message: "", Url });
}

/** SHA-256 over app id, with its suffix, and secret. */
export const appIdHash = ({ app }: Pick<BrokerClient, "app">): string =>
  createHash("sha256").update(`${app.key}:${app.secret}`).digest("hex");

export function validateAuthCode({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply {
  const fields = fieldsOf(request.body);
  if (fields === null) return refused(badInput("Invalid input"));
  if (fields["grant_type"] !== "authorization_code") return refused(badInput("grant_type is invalid"));
  const grant = sessions.readBrief(textOf(fields["code"]), "auth_code", at);
  const client = grant === null ? null : clients.find(grant.fy_id);
  if (grant === null || client === null) return refused(refusals.codeInvalid);
  if (textOf(fields["appIdHash"]).toLowerCase() !== appIdHash(client)) return refused(refusals.hashInvalid);
  return sessions.spend(grant) ? done(sessions.open(client, at)) : refused(refusals.codeInvalid);
}

/** Since April 2026 every user logs in once a day. */
export const validateRefreshToken = (): WireReply => refused(refusals.refreshEnded);
