import type { ZerodhaStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import { rememberBrowser } from "./login-cookie.ts";
import { maskOf } from "./mask.ts";
import { factsOf, type Holding, iso, shownCredentials } from "./status-facts.ts";

export interface ZerodhaRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
}

function credentialsOf(held: Holding, { secrets }: ZerodhaRoutesDeps): ZerodhaStatusReply["credentials"] {
  const shown = shownCredentials(secrets, held);
  const settings = held.link ?? held.draft;
  if (shown === null || settings === null) return null;
  return {
    api_key: maskOf(shown.appKey),
    api_secret: maskOf(shown.appSecret),
    user_name: shown.clientId,
    auto_trading_enabled: settings.isAutoApproved,
    max_daily_trades: settings.dailyTradesMax,
    risk_management_enabled: settings.isRiskManaged,
  };
}

function statusOf(held: Holding, deps: ZerodhaRoutesDeps): ZerodhaStatusReply {
  const { link } = held;
  const isConnected = link !== null && deps.links.isConnected(link);
  const profile = isConnected ? link.profile : null;
  return {
    connected: isConnected,
    user_id: link?.clientId ?? held.draft?.clientId ?? null,
    user_name: profile?.name ?? null,
    user_type: profile?.userType ?? null,
    email: profile?.email ?? null,
    last_api_call: link?.lastCallAt == null ? null : iso(link.lastCallAt),
    credentials: credentialsOf(held, deps),
    redirect_url: deps.links.redirectUrl("zerodha"),
    ...factsOf(held, isConnected),
  };
}

type ZerodhaCall =
  | "readZerodhaStatus"
  | "readZerodhaCredentials"
  | "saveZerodhaCredentials"
  | "completeZerodha"
  | "disconnectZerodha"
  | "deleteZerodhaCredentials";

export const zerodhaHandlers = (deps: ZerodhaRoutesDeps): Handlers<ZerodhaCall> => {
  const { links } = deps;
  const holdingOf = async (userId: string): Promise<Holding> => ({
    link: await links.find(userId, "zerodha"),
    draft: await links.findDraft(userId, "zerodha"),
  });
  return {
    readZerodhaStatus: async ({ caller }) => ok(statusOf(await holdingOf(caller.userId), deps)),
    async readZerodhaCredentials({ caller }) {
      const credentials = credentialsOf(await holdingOf(caller.userId), deps);
      return credentials === null ? err("not_stored") : ok(credentials);
    },
    async saveZerodhaCredentials({ caller, body, from, cookies }) {
      const begun = await links.connect({ ...from, userId: caller.userId, provedAt: caller.provedAt }, "zerodha", {
        clientId: body.user_name.toUpperCase(),
        appKey: body.api_key,
        appSecret: body.api_secret,
        settings: {
          isAutoApproved: body.auto_trading_enabled,
          dailyTradesMax: body.max_daily_trades,
          isRiskManaged: body.risk_management_enabled,
        },
      });
      if (!begun.ok) return begun;
      if (begun.value.kind === "done") return ok({ message: "Zerodha credentials saved successfully" });
      rememberBrowser(cookies, "zerodha", begun.value);
      return ok({
        message: "Zerodha credentials saved! Please complete the login process.",
        login_url: begun.value.url,
      });
    },
    async completeZerodha({ caller, body, from }) {
      const person = { ...from, userId: caller.userId, provedAt: caller.provedAt };
      const completed = await links.completeOwn(person, "zerodha", body.request_token);
      return completed.ok ? ok({ message: "Successfully connected to Zerodha!" }) : completed;
    },
    async disconnectZerodha({ caller, from }) {
      const link = await links.find(caller.userId, "zerodha");
      if (link === null || link.isDisconnected) return ok({ message: "Zerodha is not connected" });
      const left = await links.disconnect(link, { userId: caller.userId, ip: from.ip });
      return left.ok ? ok({ message: "Disconnected from Zerodha. Your API credentials have been preserved." }) : left;
    },
    async deleteZerodhaCredentials({ caller, from }) {
      const { link, draft } = await holdingOf(caller.userId);
      const gone = await links.forget(link, draft, { userId: caller.userId, ip: from.ip });
      return gone.ok ? ok({ message: "Zerodha credentials deleted completely" }) : gone;
    },
  };
};
