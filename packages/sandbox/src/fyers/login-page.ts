import type { BrokerClient } from "../broker/client.ts";
import { loginPage, noticePage } from "../broker/page.ts";
import { isTotp } from "../broker/totp.ts";
import { html, type Moment, redirect, type WireReply } from "../broker/wire.ts";
import type { FyersDeps, OpenCall } from "./call.ts";

export const AUTH_CODE_PATH = "/api/v3/generate-authcode";

const NAME = "Fyers";

interface Asked {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly response_type: string;
  readonly state: string;
}

const askedIn = (fields: URLSearchParams): Asked => ({
  client_id: fields.get("client_id") ?? "",
  redirect_uri: fields.get("redirect_uri") ?? "",
  response_type: fields.get("response_type") ?? "",
  state: fields.get("state") ?? "",
});

/** `null` if the address is valid. */
function faultOf(asked: Asked, client: BrokerClient | null): string | null {
  if (client === null) return "The app id is not known.";
  if (asked.redirect_uri !== client.app.redirectUrl) return "The redirect address is not the one of the app.";
  return asked.response_type === "code" ? null : "The response type must be code.";
}

/** The redirect with the grant; `code` is a status here, `auth_code` is the grant. */
export function grantUrl(redirectUrl: string, authCode: string, state: string): string {
  const query = new URLSearchParams({ s: "ok", code: "200", auth_code: authCode, state });
  return `${redirectUrl}${redirectUrl.includes("?") ? "&" : "?"}${query}`;
}

const page = (asked: Asked, fault: string | null): WireReply =>
  html(
    fault === null ? 200 : 401,
    loginPage({
      broker: NAME,
      heading: "Log in to Fyers",
      text: "Enter your client id, the code of your authenticator and your PIN.",
      action: AUTH_CODE_PATH,
      submit: "Log in",
      fields: [
        { name: "fy_id", label: "Client id" },
        { name: "totp", label: "Authenticator code", inputMode: "numeric" },
        { name: "pin", label: "PIN", type: "password", inputMode: "numeric" },
      ],
      hidden: { ...asked },
      fault,
    }),
  );

export function showLogin({ clients }: FyersDeps, { request }: OpenCall): WireReply {
  const asked = askedIn(request.query);
  const fault = faultOf(asked, clients.findByKey(asked.client_id));
  return fault === null ? page(asked, null) : html(400, noticePage(NAME, "Login is not possible", fault));
}

/** An app belongs to its owner, and only the owner may log in. */
function isOwner(client: BrokerClient, fields: URLSearchParams, { human }: Moment): boolean {
  const totp = (fields.get("totp") ?? "").trim();
  const id = (fields.get("fy_id") ?? "").trim().toUpperCase();
  return id === client.id.toUpperCase() && isTotp(client.totpSecret, totp, human) && fields.get("pin") === client.pin;
}

export function logIn({ clients, sessions }: FyersDeps, { request, at }: OpenCall): WireReply {
  const fields = new URLSearchParams(request.body);
  const asked = askedIn(fields);
  const client = clients.findByKey(asked.client_id);
  const fault = faultOf(asked, client);
  if (client === null || fault !== null) {
    return html(400, noticePage(NAME, "Login is not possible", fault ?? "The app id is not known."));
  }
  if (!isOwner(client, fields, at)) return page(asked, "The client id, the code or the PIN is wrong.");
  return redirect(grantUrl(client.app.redirectUrl, sessions.brief("auth_code", client.id, at), asked.state));
}
