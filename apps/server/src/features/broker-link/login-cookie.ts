import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Cookies } from "../../platform/http/handler.ts";
import { LOGIN_LIFETIME_MS } from "./link-login.ts";
import type { Begun } from "./link-types.ts";

const nameOf = (broker: BrokerName): string => `login_${broker}`;

/** Recognises the browser that began a login on a broker's page when it returns, also without a signed-in user. */
export function rememberBrowser(cookies: Cookies, broker: BrokerName, begun: Begun): void {
  if (begun.kind === "open_page") cookies.put(nameOf(broker), begun.browser, LOGIN_LIFETIME_MS);
}

export const browserOf = (cookies: Cookies, broker: BrokerName): string | null => cookies.read(nameOf(broker));

export const forgetBrowser = (cookies: Cookies, broker: BrokerName): void => cookies.drop(nameOf(broker));
