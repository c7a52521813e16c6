import type { BrokerClient } from "../broker/client.ts";
import { loginPage, noticePage } from "../broker/page.ts";
import { html, redirect, type WireReply } from "../broker/wire.ts";
import type { OpenHandler } from "./call.ts";
import type { Refusal } from "./errors.ts";
import { MESSAGES } from "./errors.ts";
import { isWithinLimits } from "./limits.ts";
import { checkCredentials } from "./login.ts";
import { rateExceeded } from "./reply.ts";

export const PUBLISHER_LOGIN = "/publisher-login";
const BROKER = "Angel One";

const unknownApplication = (): WireReply =>
  html(400, noticePage(BROKER, "Unknown application", "The address carries no API key that is registered here."));

interface Filled {
  readonly apiKey: string;
  readonly state: string;
  readonly clientCode: string;
  readonly fault: Refusal | null;
}

function page({ apiKey, state, clientCode, fault }: Filled): WireReply {
  const text = loginPage({
    broker: BROKER,
    heading: "Log in to Angel One",
    text: "The application may then trade for you until midnight.",
    action: PUBLISHER_LOGIN,
    submit: "Log in",
    fields: [
      { name: "clientcode", label: "Client code", value: clientCode },
      { name: "pin", label: "PIN", type: "password", inputMode: "numeric" },
      { name: "totp", label: "TOTP", inputMode: "numeric" },
    ],
    hidden: { api_key: apiKey, state },
    fault: fault === null ? null : (fault.message ?? MESSAGES[fault.code]),
  });
  return html(fault === null ? 200 : 401, text);
}

/** Always the application's registered address, whatever the link says. */
function backTo({ app }: BrokerClient, answer: Readonly<Record<string, string>>): WireReply {
  const url = new URL(app.redirectUrl);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return redirect(url.href);
}

export const showPublisherLogin: OpenHandler = ({ clients }, { request }) => {
  const apiKey = request.query.get("api_key") ?? "";
  if (clients.findByKey(apiKey) === null) return unknownApplication();
  return page({ apiKey, state: request.query.get("state") ?? "", clientCode: "", fault: null });
};

export const takePublisherLogin: OpenHandler = ({ clients, sessions, windows }, { request, at }) => {
  const form = new URLSearchParams(request.body);
  const value = (name: string): string => (form.get(name) ?? "").trim();
  const [apiKey, state, typed] = [value("api_key"), value("state"), value("clientcode")];
  const clientCode = clients.find(typed) === null ? typed.toUpperCase() : typed;
  const owner = clients.findByKey(apiKey);
  if (owner === null) return unknownApplication();
  if (!isWithinLimits(windows, ["login"], clientCode, at.human)) return rateExceeded();
  const checked = checkCredentials(clients, { clientCode, pin: value("pin"), totp: value("totp") }, at.human);
  if (!checked.ok) return page({ apiKey, state, clientCode, fault: checked.error });
  const { jwt, feedToken } = sessions.open(clientCode, apiKey, at.market);
  return backTo(owner, { auth_token: jwt, feed_token: feedToken, ...(state === "" ? {} : { state }) });
};
