import { createHash } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { LoginError, LoginFlow, LoginMoment } from "../port/login-flow.ts";
import type { BrokerCredentials, BrokerSession, Egress } from "../port/session.ts";
import { readJson } from "../transport/answers.ts";
import type { KiteClient } from "./client.ts";
import { SESSION_END } from "./endpoints.ts";
import { toLoginError } from "./errors.ts";
import { toForm } from "./to-wire.ts";
import { sessionReply } from "./wire.ts";

export function expiryOf(issuedAt: EpochMs): EpochMs {
  const today = istInstant(istDateOf(issuedAt), SESSION_END);
  return today > issuedAt ? today : later(today, DAY_MS);
}

export const checksumOf = (apiKey: string, requestToken: string, apiSecret: string): string =>
  createHash("sha256")
    .update(apiKey + requestToken + apiSecret)
    .digest("hex");

const GRANT_SHAPE = /^[A-Za-z0-9]{8,64}$/;
const GRANT_IN_ADDRESS = /[?&#]request_token=([A-Za-z0-9]{8,64})(?:[&#]|$)/;

/** A request token alone, or the redirect address. */
export function readGrant(pasted: string): string | null {
  const text = pasted.trim();
  if (GRANT_SHAPE.test(text)) return text;
  return GRANT_IN_ADDRESS.exec(text.startsWith("request_token=") ? `?${text}` : text)?.[1] ?? null;
}

const refused = (reason: string): Result<never, LoginError> => err({ kind: "refused", reason });

const PERSON_NEEDED: Result<never, LoginError> = err({
  kind: "person_needed",
  reason: "Zerodha wants a person to log in every day",
});

function loginPage(loginUrl: string, { appKey }: BrokerCredentials, state: string): string {
  return `${loginUrl}?${toForm({ v: "3", api_key: appKey, redirect_params: toForm({ state }) })}`;
}

/** Kite's web login is for people; the product does not imitate it. */
export function createZerodhaLogin(kite: KiteClient, loginUrl: string): LoginFlow {
  async function complete(
    credentials: BrokerCredentials,
    grant: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>> {
    const { appKey, appSecret, clientId } = credentials;
    if (appSecret === null || appSecret === "") return refused("the API secret is missing");
    const checksum = checksumOf(appKey, grant, appSecret);
    const reply = await kite.postSessionToken({ api_key: appKey, request_token: grant, checksum }, egress);
    if (!reply.ok) return err({ kind: "unavailable", reason: reply.error.reason });
    const taken = sessionReply.safeParse(readJson(reply.value.body));
    if (reply.value.status !== 200 || !taken.success) return err(toLoginError(reply.value));
    const { user_id: userId, access_token: accessToken } = taken.data.data;
    if (clientId !== "" && clientId !== userId) return refused("another client logged in at Zerodha");
    return ok({
      clientId: userId,
      appKey,
      accessToken,
      refreshToken: null,
      feedToken: null,
      issuedAt: at.market,
      expiresAt: expiryOf(at.market),
    });
  }

  return {
    begin: (credentials, state) =>
      Promise.resolve(ok({ kind: "open_page", url: loginPage(loginUrl, credentials, state) })),
    complete,
    unattended: () => Promise.resolve(PERSON_NEEDED),
    renew: () => Promise.resolve(PERSON_NEEDED),
    async logout(session, egress) {
      await kite.deleteSessionToken(session, egress);
    },
    readGrant,
    expiryOf,
  };
}
