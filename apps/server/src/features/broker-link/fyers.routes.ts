import type { FyersStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";
import { refused } from "./link-login.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import type { TypedCredentials } from "./link-types.ts";
import { maskOf } from "./mask.ts";

/** The browser waits 90 s (B9.3); the answer must come before that. */
const AUTO_LOGIN_MAX_MS = 75 * SECOND_MS;
const DEFAULT_APP_TYPE = "100";

export interface FyersRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
  /** What comes first: the work, or "late". The work goes on. */
  within<T>(durationMs: number, work: Promise<T>): Promise<T | "late">;
}

/** `XXXX-100` is one word at the broker and two fields on the form. */
function splitAppId(appKey: string): { readonly appId: string; readonly appType: string } {
  const cut = appKey.lastIndexOf("-");
  return cut < 0
    ? { appId: appKey, appType: DEFAULT_APP_TYPE }
    : { appId: appKey.slice(0, cut), appType: appKey.slice(cut + 1) };
}

/** People copy the app id with or without its suffix. */
function joinAppId(appId: string, appType: string): string {
  return appId.endsWith(`-${appType}`) ? appId : `${appId}-${appType}`;
}

interface FyersForm {
  readonly FY_ID: string;
  readonly APP_ID: string;
  readonly APP_TYPE: string;
  readonly PIN: string;
  readonly TOTP_KEY: string;
  readonly SECRET_KEY: string;
}

const toTyped = (form: FyersForm): TypedCredentials => ({
  clientId: form.FY_ID.toUpperCase(),
  appKey: joinAppId(form.APP_ID, form.APP_TYPE),
  appSecret: form.SECRET_KEY,
  pin: form.PIN,
  totp: form.TOTP_KEY,
});

function statusOf(link: Link | null, { links, secrets }: FyersRoutesDeps): FyersStatusReply {
  const redirect = links.redirectUrl("fyers");
  if (link === null) {
    const empty = { FY_ID: "", APP_ID: "", APP_TYPE: DEFAULT_APP_TYPE, PIN: "", TOTP_KEY: "", SECRET_KEY: "" };
    return {
      is_connected: false,
      app_status: "Inactive",
      credentials: { ...empty, REDIRECT_URI: redirect },
      last_updated: null,
    };
  }
  const stored = secrets.credentialsOf(link, redirect);
  const { appId, appType } = splitAppId(link.appKey);
  return {
    is_connected: links.isConnected(link),
    app_status: link.isProven ? "Active" : "Inactive",
    credentials: {
      FY_ID: link.clientId,
      APP_ID: appId,
      APP_TYPE: appType,
      PIN: maskOf(stored.pin),
      TOTP_KEY: maskOf(stored.totpSecret),
      REDIRECT_URI: redirect,
      SECRET_KEY: maskOf(stored.appSecret),
    },
    last_updated: new Date(link.updatedAt).toISOString(),
  };
}

type FyersCall = "readFyersStatus" | "connectFyers" | "connectFyersAuto" | "completeFyers" | "disconnectFyers";

/** B7.3, B7.18-B7.20 */
export const fyersHandlers = (deps: FyersRoutesDeps): Handlers<FyersCall> => {
  const { links } = deps;
  return {
    readFyersStatus: async ({ caller }) => ok(statusOf(await links.find(caller.userId, "fyers"), deps)),
    async connectFyers({ caller, body, from }) {
      const person = { userId: caller.userId, ip: from.ip };
      const kept = await links.keep(person, "fyers", toTyped(body));
      if (!kept.ok) return kept;
      const begun = await links.begin(kept.value, person);
      if (!begun.ok) return begun;
      if (begun.value.kind === "done") return err(refused("Fyers did not ask for a login."));
      return ok({ auth_url: begun.value.url, request_id: begun.value.state });
    },
    async connectFyersAuto({ caller, body, from }) {
      const person = { userId: caller.userId, ip: from.ip };
      const kept = await links.keep(person, "fyers", toTyped(body));
      if (!kept.ok) return kept;
      const connected = await deps.within(AUTO_LOGIN_MAX_MS, links.unattended(kept.value, person));
      if (connected === "late") return err("login_timed_out");
      return connected.ok ? ok({ message: "Successfully connected to Fyers automatically!" }) : connected;
    },
    async completeFyers({ caller, body, from }) {
      const login = { state: body.state, grant: body.code, userId: caller.userId };
      const completed = await links.completeByState("fyers", login, from.ip);
      return completed.ok ? ok({ message: "Successfully connected to Fyers" }) : completed;
    },
    async disconnectFyers({ caller, from }) {
      const link = await links.find(caller.userId, "fyers");
      if (link === null) return ok({ message: "Fyers is not connected" });
      const left = await links.disconnect(link, { userId: caller.userId, ip: from.ip });
      return left.ok ? ok({ message: "Successfully disconnected from Fyers" }) : left;
    },
  };
};
