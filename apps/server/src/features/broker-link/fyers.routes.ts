import type { FyersStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import { refused } from "./link-refusal.ts";
import type { LinkSecrets, PlainCredentials } from "./link-secrets.ts";
import type { Person, TypedCredentials } from "./link-types.ts";
import { rememberBrowser } from "./login-cookie.ts";
import { maskOf } from "./mask.ts";
import { factsOf, type Holding, iso, shownCredentials } from "./status-facts.ts";

/** The browser waits 90 s (B9.3); the answer must come earlier. */
const AUTO_LOGIN_MAX_MS = 75 * SECOND_MS;
const DEFAULT_APP_TYPE = "100";

export interface FyersRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
  /** Returns "late" after the time limit; the work continues. */
  within<T>(durationMs: number, work: Promise<T>): Promise<T | "late">;
}

/** `XXXX-100` is one value at the broker and two fields in the form. */
function splitAppId(appKey: string): { readonly appId: string; readonly appType: string } {
  const cut = appKey.lastIndexOf("-");
  return cut < 0
    ? { appId: appKey, appType: DEFAULT_APP_TYPE }
    : { appId: appKey.slice(0, cut), appType: appKey.slice(cut + 1) };
}

/** Users copy the app id with or without its suffix. */
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

const nothingStored = {
  FY_ID: "",
  APP_ID: "",
  APP_TYPE: DEFAULT_APP_TYPE,
  PIN: "",
  TOTP_KEY: "",
  SECRET_KEY: "",
};

function masksOf({ clientId, appKey, pin, totp, appSecret }: PlainCredentials) {
  const { appId, appType } = splitAppId(appKey);
  return {
    FY_ID: clientId,
    APP_ID: appId,
    APP_TYPE: appType,
    PIN: maskOf(pin),
    TOTP_KEY: maskOf(totp),
    SECRET_KEY: maskOf(appSecret),
  };
}

function statusOf(held: Holding, { links, secrets }: FyersRoutesDeps): FyersStatusReply {
  const { link } = held;
  const isConnected = link !== null && links.isConnected(link);
  const shown = shownCredentials(secrets, held);
  const masks = shown === null ? nothingStored : masksOf(shown);
  return {
    is_connected: isConnected,
    app_status: link === null ? "Inactive" : "Active",
    credentials: { ...masks, REDIRECT_URI: links.redirectUrl("fyers") },
    last_updated: link && iso(link.connectedAt),
    ...factsOf(held, isConnected),
  };
}

type FyersCall =
  | "readFyersStatus"
  | "connectFyers"
  | "connectFyersAuto"
  | "completeFyers"
  | "disconnectFyers"
  | "disconnectFyersByPost"
  | "deleteFyersCredentials";

export const fyersHandlers = (deps: FyersRoutesDeps): Handlers<FyersCall> => {
  const { links } = deps;
  const holdingOf = async (userId: string): Promise<Holding> => ({
    link: await links.find(userId, "fyers"),
    draft: await links.findDraft(userId, "fyers"),
  });
  async function disconnect(person: Person) {
    const link = await links.find(person.userId, "fyers");
    if (link === null || link.isDisconnected) return ok({ message: "Fyers is not connected" });
    const left = await links.disconnect(link, person);
    return left.ok ? ok({ message: "Successfully disconnected from Fyers" }) : left;
  }
  return {
    readFyersStatus: async ({ caller }) => ok(statusOf(await holdingOf(caller.userId), deps)),
    async connectFyers({ caller, body, from, cookies }) {
      const begun = await links.connect(
        { ...from, userId: caller.userId, provedAt: caller.provedAt },
        "fyers",
        toTyped(body),
      );
      if (!begun.ok) return begun;
      if (begun.value.kind === "done") return err(refused("Fyers did not ask for a login."));
      rememberBrowser(cookies, "fyers", begun.value);
      return ok({ auth_url: begun.value.url, request_id: begun.value.state });
    },
    async connectFyersAuto({ caller, body, from }) {
      const person = { ...from, userId: caller.userId, provedAt: caller.provedAt };
      const connected = await deps.within(
        AUTO_LOGIN_MAX_MS,
        links.connectAutomatically(person, "fyers", toTyped(body)),
      );
      if (connected === "late") return err("login_timed_out");
      return connected.ok ? ok({ message: "Successfully connected to Fyers automatically!" }) : connected;
    },
    async completeFyers({ caller, body, from }) {
      const login = { state: body.state, grant: body.code, userId: caller.userId };
      const completed = await links.completeByState("fyers", login, from);
      return completed.ok ? ok({ message: "Successfully connected to Fyers" }) : completed;
    },
    disconnectFyers: ({ caller, from }) => disconnect({ userId: caller.userId, ip: from.ip }),
    disconnectFyersByPost: ({ caller, from }) => disconnect({ userId: caller.userId, ip: from.ip }),
    async deleteFyersCredentials({ caller, from }) {
      const { link, draft } = await holdingOf(caller.userId);
      const gone = await links.forget(link, draft, { userId: caller.userId, ip: from.ip });
      return gone.ok ? ok({ message: "Fyers credentials deleted completely" }) : gone;
    },
  };
};
