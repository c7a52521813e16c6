import type { AngelOneStatusReply } from "@vriddhi/contract/broker-link";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";
import type { LinkSecrets, PlainCredentials } from "./link-secrets.ts";
import { maskOf } from "./mask.ts";
import { factsOf, iso } from "./status-facts.ts";

export interface AngelOneRoutesDeps {
  readonly links: LinkService;
  readonly secrets: LinkSecrets;
}

/** The field takes the authenticator's secret or its current code (B2.17). */
const CODE_SHAPE = /^\d{6}$/;

const masksOf = ({ appKey, clientId, pin, totp }: PlainCredentials) => ({
  api_key: maskOf(appKey),
  username: clientId,
  password: maskOf(pin),
  totp_token: maskOf(totp),
});

function profileOf(link: Link): AngelOneStatusReply["profile"] {
  if (link.profile === null) return null;
  const { name, email, mobile } = link.profile;
  return { clientcode: link.clientId, name, email, mobileno: mobile };
}

function statusOf(link: Link | null, { links, secrets }: AngelOneRoutesDeps): AngelOneStatusReply {
  const isConnected = link !== null && links.isConnected(link);
  return {
    is_connected: isConnected,
    last_updated: link && iso(link.connectedAt),
    profile: isConnected ? profileOf(link) : null,
    credentials: link && masksOf(secrets.plainOfLink(link)),
    refresh_token: isConnected ? (link.session?.refreshHandle ?? null) : null,
    ...factsOf({ link, draft: null }, isConnected),
  };
}

type AngelOneCall =
  | "readAngelOneStatus"
  | "readAngelOneCredentials"
  | "connectAngelOne"
  | "disconnectAngelOne"
  | "deleteAngelOneCredentials"
  | "refreshAngelOne";

export const angelOneHandlers = (deps: AngelOneRoutesDeps): Handlers<AngelOneCall> => {
  const { links, secrets } = deps;
  return {
    readAngelOneStatus: async ({ caller }) => ok(statusOf(await links.find(caller.userId, "angelone"), deps)),
    async readAngelOneCredentials({ caller }) {
      const link = await links.find(caller.userId, "angelone");
      return link === null ? err("not_stored") : ok(masksOf(secrets.plainOfLink(link)));
    },
    async connectAngelOne({ caller, body, from }) {
      const code = CODE_SHAPE.test(body.totp_token) ? body.totp_token : null;
      const typed = {
        clientId: body.username.toUpperCase(),
        appKey: body.api_key,
        pin: body.password,
        ...(code === null ? { totp: body.totp_token } : {}),
      };
      const begun = await links.connect(
        { ...from, userId: caller.userId, provedAt: caller.provedAt },
        "angelone",
        typed,
        code,
      );
      return begun.ok ? ok({ message: "Successfully connected to Angel One!" }) : begun;
    },
    async disconnectAngelOne({ caller, from }) {
      const link = await links.find(caller.userId, "angelone");
      if (link === null || link.isDisconnected) return ok({ message: "Angel One is not connected" });
      const left = await links.disconnect(link, { userId: caller.userId, ip: from.ip });
      return left.ok ? ok({ message: "Successfully disconnected from Angel One" }) : left;
    },
    async deleteAngelOneCredentials({ caller, from }) {
      const link = await links.find(caller.userId, "angelone");
      const gone = await links.forget(link, null, { userId: caller.userId, ip: from.ip });
      return gone.ok ? ok({ message: "Angel One credentials deleted completely" }) : gone;
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
