import type { ZerodhaStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import { maskOf } from "./mask.ts";

export interface ZerodhaRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
}

function credentialsOf(link: Link, { secrets }: ZerodhaRoutesDeps) {
  const stored = secrets.credentialsOf(link, "");
  return {
    api_key: maskOf(stored.appKey),
    api_secret: maskOf(stored.appSecret),
    user_name: link.clientId,
    auto_trading_enabled: link.isAutoApproved,
    max_daily_trades: link.dailyTradesMax,
    risk_management_enabled: link.isRiskManaged,
  };
}

function statusOf(link: Link | null, deps: ZerodhaRoutesDeps): ZerodhaStatusReply {
  const isConnected = link !== null && deps.links.isConnected(link);
  const profile = isConnected ? link.profile : null;
  return {
    connected: isConnected,
    user_id: link?.clientId ?? null,
    user_name: profile?.name ?? null,
    user_type: profile?.userType ?? null,
    email: profile?.email ?? null,
    last_api_call: link?.lastCallAt == null ? null : new Date(link.lastCallAt).toISOString(),
    credentials: link === null ? null : credentialsOf(link, deps),
    redirect_url: deps.links.redirectUrl("zerodha"),
  };
}

type ZerodhaCall =
  | "readZerodhaStatus"
  | "readZerodhaCredentials"
  | "saveZerodhaCredentials"
  | "completeZerodha"
  | "disconnectZerodha"
  | "deleteZerodhaCredentials";

/** B7.3, B7.24-B7.28 */
export const zerodhaHandlers = (deps: ZerodhaRoutesDeps): Handlers<ZerodhaCall> => {
  const { links } = deps;
  return {
    readZerodhaStatus: async ({ caller }) => ok(statusOf(await links.find(caller.userId, "zerodha"), deps)),
    async readZerodhaCredentials({ caller }) {
      const link = await links.find(caller.userId, "zerodha");
      return link === null ? err("not_stored") : ok(credentialsOf(link, deps));
    },
    async saveZerodhaCredentials({ caller, body, from }) {
      const person = { userId: caller.userId, ip: from.ip };
      const kept = await links.keep(person, "zerodha", {
        clientId: body.user_name.toUpperCase(),
        appKey: body.api_key,
        appSecret: body.api_secret,
        settings: {
          isAutoApproved: body.auto_trading_enabled,
          dailyTradesMax: body.max_daily_trades,
          isRiskManaged: body.risk_management_enabled,
        },
      });
      if (!kept.ok) return kept;
      if (links.isConnected(kept.value)) return ok({ message: "Zerodha credentials saved successfully" });
      const begun = await links.begin(kept.value, person);
      if (!begun.ok) return begun;
      return begun.value.kind === "open_page"
        ? ok({
            message: "Zerodha credentials saved! Please complete the login process.",
            login_url: begun.value.url,
          })
        : ok({ message: "Zerodha credentials saved successfully" });
    },
    async completeZerodha({ caller, body, from }) {
      const link = await links.find(caller.userId, "zerodha");
      if (link === null) return err("not_stored");
      const completed = await links.complete(link, body.request_token, { userId: caller.userId, ip: from.ip });
      return completed.ok ? ok({ message: "Successfully connected to Zerodha!" }) : completed;
    },
    async disconnectZerodha({ caller, from }) {
      const link = await links.find(caller.userId, "zerodha");
      if (link === null) return ok({ message: "Zerodha is not connected" });
      const left = await links.disconnect(link, { userId: caller.userId, ip: from.ip });
      return left.ok ? ok({ message: "Disconnected from Zerodha. Your API credentials have been preserved." }) : left;
    },
    async deleteZerodhaCredentials({ caller, from }) {
      const link = await links.find(caller.userId, "zerodha");
      if (link === null) return ok({ message: "Zerodha credentials deleted completely" });
      const gone = await links.forget(link, { userId: caller.userId, ip: from.ip });
      return gone.ok ? ok({ message: "Zerodha credentials deleted completely" }) : gone;
    },
  };
};
