import type { AngelOneStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";
import { maskOf } from "./mask.ts";

export interface AngelOneRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
}

/** B2.17: the field takes the authenticator's secret or the code it shows right now. */
const CODE_SHAPE = /^\d{6}$/;

function masksOf(link: Link, { secrets }: AngelOneRoutesDeps) {
  const stored = secrets.credentialsOf(link, "");
  return {
    api_key: maskOf(stored.appKey),
    username: link.clientId,
    password: maskOf(stored.pin),
    totp_token: maskOf(stored.totpSecret),
  };
}

function profileOf(link: Link): AngelOneStatusReply["profile"] {
  if (link.profile === null) return null;
  const { name, email, mobile } = link.profile;
  return { clientcode: link.clientId, name, email, mobileno: mobile };
}

function statusOf(link: Link | null, deps: AngelOneRoutesDeps): AngelOneStatusReply {
  if (link === null)
    return { is_connected: false, last_updated: null, profile: null, credentials: null, refresh_token: null };
  const isConnected = deps.links.isConnected(link);
  return {
    is_connected: isConnected,
    last_updated: new Date(link.updatedAt).toISOString(),
    profile: isConnected ? profileOf(link) : null,
    credentials: masksOf(link, deps),
    refresh_token: isConnected ? (link.session?.refreshHandle ?? null) : null,
  };
}

type AngelOneCall =
  | "readAngelOneStatus"
  | "readAngelOneCredentials"
  | "connectAngelOne"
  | "disconnectAngelOne"
  | "refreshAngelOne";

/** B7.3, B7.21-B7.23 */
export const angelOneHandlers = (deps: AngelOneRoutesDeps): Handlers<AngelOneCall> => {
  const { links } = deps;
  return {
    readAngelOneStatus: async ({ caller }) => ok(statusOf(await links.find(caller.userId, "angelone"), deps)),
    async readAngelOneCredentials({ caller }) {
      const link = await links.find(caller.userId, "angelone");
      return link === null ? err("not_stored") : ok(masksOf(link, deps));
    },
    async connectAngelOne({ caller, body, from }) {
      const person = { userId: caller.userId, ip: from.ip };
      const code = CODE_SHAPE.test(body.totp_token) ? body.totp_token : null;
      const kept = await links.keep(person, "angelone", {
        clientId: body.username.toUpperCase(),
        appKey: body.api_key,
        pin: body.password,
        ...(code === null ? { totp: body.totp_token } : {}),
      });
      if (!kept.ok) return kept;
      const begun = await links.begin(kept.value, person, code);
      return begun.ok ? ok({ message: "Successfully connected to Angel One!" }) : begun;
    },
    async disconnectAngelOne({ caller, from }) {
      const link = await links.find(caller.userId, "angelone");
      if (link === null) return ok({ message: "Angel One is not connected" });
      const left = await links.disconnect(link, { userId: caller.userId, ip: from.ip });
      return left.ok ? ok({ message: "Successfully disconnected from Angel One" }) : left;
    },
    async refreshAngelOne({ caller, body, from }) {
      const link = await links.find(caller.userId, "angelone");
      if (link === null) return err("not_stored");
      const renewed = await links.renew(link, body.refresh_token, { userId: caller.userId, ip: from.ip });
      if (!renewed.ok) return renewed;
      const handle = renewed.value.session?.refreshHandle ?? body.refresh_token;
      return ok({ message: "Angel One tokens refreshed successfully", refresh_token: handle });
    },
  };
};
