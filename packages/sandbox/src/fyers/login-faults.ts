import { noticePage } from "../broker/page.ts";
import { html, type WireReply, type WireRequest } from "../broker/wire.ts";
import { type Fields, fieldsOf, fromBase64, textOf } from "./body.ts";
import type { FyersDeps } from "./call.ts";
import { AUTH_CODE_PATH } from "./login-page.ts";
import { stepFaults } from "./login-steps.ts";
import { type Refusal, refusals, refused } from "./reply.ts";

const TOKEN_FIELDS = ["code", "request_key"] as const;

function namedIn({ clients }: FyersDeps, fields: Fields): string | null {
  const named = [textOf(fields["fyers_id"]), textOf(fields["fy_id"]), fromBase64(textOf(fields["fy_id"]))];
  return named.find((id) => clients.find(id) !== null) ?? null;
}

function pageClientOf({ clients }: FyersDeps, { method, query, body }: WireRequest): string | null {
  const form = method === "GET" ? query : new URLSearchParams(body);
  return clients.findByKey(form.get("client_id") ?? "")?.id ?? null;
}

/** The client of a login call: by name, by an earlier step's token, or by the application. */
export function loginClientOf(desk: FyersDeps, request: WireRequest): string | null {
  if (request.path === AUTH_CODE_PATH) return pageClientOf(desk, request);
  const fields = fieldsOf(request.body) ?? {};
  const bearer = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const tokens = [bearer, ...TOKEN_FIELDS.map((name) => textOf(fields[name]))];
  const owner = tokens.map((token) => desk.sessions.subjectOf(token)).find((client) => client !== null);
  return owner ?? namedIn(desk, fields);
}

const stepRefusals: Readonly<Record<string, Refusal>> = {
  "/vagator/v2/send_login_otp_v2": stepFaults.userUnknown,
  "/vagator/v2/send_login_otp": stepFaults.userUnknown,
  "/vagator/v2/verify_otp": stepFaults.otpWrong,
  "/vagator/v2/verify_pin_v2": stepFaults.pinWrong,
  "/vagator/v2/verify_pin": stepFaults.pinWrong,
};

export function refuseLogin({ path }: WireRequest): WireReply {
  if (path === AUTH_CODE_PATH) return html(401, noticePage("Fyers", "Login is not possible", "This login is blocked."));
  return refused(stepRefusals[path] ?? refusals.codeInvalid);
}
