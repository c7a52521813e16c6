import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { BrokerClient } from "../broker/client.ts";
import { loginPage, type PageField } from "../broker/page.ts";
import { isTotp } from "../broker/totp.ts";
import { html, type Moment, redirect, type WireReply, type WireRequest } from "../broker/wire.ts";
import { formOf, type Kite, type Serve } from "./kite.ts";
import { failure, invalid, type KiteError, kiteErrors, missing, success } from "./replies.ts";

const COOKIE = "enctoken";

interface Errand {
  readonly app: BrokerClient;
  readonly redirectParams: string;
}

function errandOf(kite: Kite, fields: URLSearchParams): Result<Errand, KiteError> {
  const apiKey = fields.get("api_key") ?? "";
  if (apiKey === "") return err(missing("api_key"));
  const app = kite.clients.findByKey(apiKey);
  return app === null ? err(invalid("api_key")) : ok({ app, redirectParams: fields.get("redirect_params") ?? "" });
}

const hiddenOf = ({ app, redirectParams }: Errand): Record<string, string> => ({
  v: "3",
  api_key: app.app.key,
  ...(redirectParams === "" ? {} : { redirect_params: redirectParams }),
});

function page(errand: Errand, step: "password" | "code", hidden: Record<string, string>, fault: string | null) {
  const isFirst = step === "password";
  const fields: readonly PageField[] = isFirst
    ? [
        { name: "user_id", label: "User ID" },
        { name: "password", label: "Password", type: "password" },
      ]
    : [{ name: "twofa_value", label: "External TOTP", inputMode: "numeric" }];
  return html(
    fault === null ? 200 : 403,
    loginPage({
      broker: "Zerodha",
      heading: isFirst ? "Login to Kite" : "Two-factor authentication",
      text: isFirst ? "Log in to let the app trade for you." : "Enter the six digits of your authenticator.",
      action: isFirst ? "/connect/login" : "/connect/twofa",
      submit: isFirst ? "Login" : "Continue",
      fields,
      hidden: { ...hiddenOf(errand), ...hidden },
      fault,
    }),
  );
}

function cookieOf({ headers }: WireRequest): string {
  const pair = (headers.cookie ?? "").split(";").find((text) => text.trim().startsWith(`${COOKIE}=`));
  return pair === undefined ? "" : pair.slice(pair.indexOf("=") + 1).trim();
}

const setCookie = (cookie: string) => ({ "set-cookie": `${COOKIE}=${cookie}; Path=/; HttpOnly; SameSite=Lax` });

function sendBack(kite: Kite, { app, redirectParams }: Errand, at: Moment): WireReply {
  const requestToken = kite.sessions.grant(app.id, app.app.key, at);
  const fields = new URLSearchParams({
    action: "login",
    type: "login",
    status: "success",
    request_token: requestToken,
  });
  for (const [name, value] of new URLSearchParams(redirectParams)) fields.append(name, value);
  const target = app.app.redirectUrl;
  return redirect(`${target}${target.includes("?") ? "&" : "?"}${fields}`);
}

const isVisiting = (kite: Kite, { app }: Errand, request: WireRequest, at: Moment): boolean =>
  kite.visits.visitor(cookieOf(request), at.market) === app.id;

/** Kite's addresses are absolute; without a known host the path suffices. */
function finishAddress({ headers }: WireRequest, errand: Errand): string {
  const origin = headers.host === undefined ? "" : `http://${headers.host}`;
  return `${origin}/connect/finish?${new URLSearchParams(hiddenOf(errand))}`;
}

/** `GET /connect/login`: the page, or the redirect for a logged-in user. */
export const showLogin: Serve = (kite, { request, at }) => {
  const errand = errandOf(kite, request.query);
  if (!errand.ok) return failure(errand.error);
  return isVisiting(kite, errand.value, request, at)
    ? redirect(finishAddress(request, errand.value))
    : page(errand.value, "password", {}, null);
};

export const finishLogin: Serve = (kite, { request, at }) => {
  const errand = errandOf(kite, request.query);
  if (!errand.ok) return failure(errand.error);
  return isVisiting(kite, errand.value, request, at)
    ? sendBack(kite, errand.value, at)
    : redirect(`/connect/login?${new URLSearchParams(hiddenOf(errand.value))}`);
};

function checkPassword(kite: Kite, form: URLSearchParams, at: Moment): Result<string, KiteError> {
  const [id, password] = [form.get("user_id") ?? "", form.get("password") ?? ""];
  if (id === "") return err(missing("user_id"));
  if (password === "") return err(missing("password"));
  const client = kite.clients.find(id.trim().toUpperCase()) ?? kite.clients.find(id.trim());
  if (client === null || client.password !== password) return err(kiteErrors.badLogin);
  return ok(kite.visits.begin(client.id, at));
}

function checkCode(kite: Kite, form: URLSearchParams, at: Moment): Result<string, KiteError> {
  const requestId = form.get("request_id") ?? "";
  const client = kite.clients.find(kite.visits.waiting(requestId, at) ?? "");
  if (client === null) return err(kiteErrors.loginOver);
  if (!isTotp(client.totpSecret, form.get("twofa_value") ?? "", at.human)) return err(kiteErrors.badTotp);
  return ok(kite.visits.finish(requestId, client.id, at));
}

export const takePassword: Serve = (kite, { request, at }) => {
  const form = formOf(request);
  const errand = errandOf(kite, form);
  if (!errand.ok) return failure(errand.error);
  const begun = checkPassword(kite, form, at);
  if (!begun.ok) return page(errand.value, "password", {}, begun.error.message);
  return kite.visits.waiting(begun.value, at) === errand.value.app.id
    ? page(errand.value, "code", { request_id: begun.value }, null)
    : page(errand.value, "password", {}, kiteErrors.foreignApp.message);
};

export const takeCode: Serve = (kite, { request, at }) => {
  const form = formOf(request);
  const errand = errandOf(kite, form);
  if (!errand.ok) return failure(errand.error);
  const cookie = checkCode(kite, form, at);
  if (!cookie.ok) {
    const isOver = cookie.error === kiteErrors.loginOver;
    const hidden = isOver ? {} : { request_id: form.get("request_id") ?? "" };
    return page(errand.value, isOver ? "password" : "code", hidden, cookie.error.message);
  }
  if (kite.visits.visitor(cookie.value, at.market) !== errand.value.app.id) return failure(kiteErrors.foreignApp);
  const back = sendBack(kite, errand.value, at);
  return { ...back, headers: { ...back.headers, ...setCookie(cookie.value) } };
};

/** `POST /api/login`: the same first step, for programs. */
export const apiLogin: Serve = (kite, { request, at }) => {
  const form = formOf(request);
  const begun = checkPassword(kite, form, at);
  if (!begun.ok) return failure(begun.error);
  const client = kite.clients.find(kite.visits.waiting(begun.value, at) ?? "");
  return success({
    user_id: client?.id ?? "",
    request_id: begun.value,
    twofa_type: "totp",
    twofa_types: ["totp"],
    twofa_status: "active",
    profile: { user_name: client?.name ?? "", user_shortname: client?.name.split(" ")[0] ?? "", avatar_url: null },
  });
};

export const apiTwofa: Serve = (kite, { request, at }) => {
  const cookie = checkCode(kite, formOf(request), at);
  return cookie.ok ? success({ profile: {} }, setCookie(cookie.value)) : failure(cookie.error);
};

/** The client of a login form: by name, or by application. */
export function clientOfLogin({ clients }: Kite, request: WireRequest): BrokerClient | null {
  const form = formOf(request);
  return clients.findByKey(form.get("api_key") ?? "") ?? clients.find((form.get("user_id") ?? "").trim().toUpperCase());
}

/** A refusal of any login: on the page for users, as an error for programs. */
export function refuseLogin(kite: Kite, request: WireRequest): WireReply {
  if (request.path === "/session/token") return failure(kiteErrors.badRequestToken);
  const errand = request.path.startsWith("/connect/") ? errandOf(kite, formOf(request)) : null;
  return errand?.ok ? page(errand.value, "password", {}, kiteErrors.badLogin.message) : failure(kiteErrors.badLogin);
}
