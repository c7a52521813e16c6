import { createHash } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, later } from "@vriddhi/core/time/clock";
import { istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { z } from "zod";
import type { LoginError, LoginFlow, LoginMoment } from "../port/login-flow.ts";
import type { BrokerCredentials, BrokerSession, Egress } from "../port/session.ts";
import { readJson } from "../transport/answers.ts";
import type { FyersClient } from "./client.ts";
import { SESSION_END } from "./endpoints.ts";
import { readGrant } from "./grant.ts";
import { createGrantSteps, type GrantStepsDeps, readStep } from "./grant-steps.ts";
import { tokenClaims, tokensReply } from "./wire.ts";

export function expiryOf(issuedAt: EpochMs): EpochMs {
  const today = istInstant(istDateOf(issuedAt), SESSION_END);
  return today > issuedAt ? today : later(today, DAY_MS);
}

/** The app id includes its suffix. */
export const appIdHashOf = (appKey: string, appSecret: string): string =>
  createHash("sha256").update(`${appKey}:${appSecret}`).digest("hex");

/** The claims of Fyers' token; only Fyers can check the signature. `null` for an unreadable token. */
export function claimsOf(accessToken: string): z.infer<typeof tokenClaims> | null {
  const payload = accessToken.split(".")[1] ?? "";
  const claims = tokenClaims.safeParse(readJson(Buffer.from(payload, "base64url").toString("utf8")));
  return claims.success ? claims.data : null;
}

const refused = (reason: string): Result<never, LoginError> => err({ kind: "refused", reason });
const personNeeded = (reason: string): Result<never, LoginError> => err({ kind: "person_needed", reason });

function loginPage(loginUrl: string, { appKey, redirectUrl }: BrokerCredentials, state: string): string {
  const query = { client_id: appKey, redirect_uri: redirectUrl, response_type: "code", state };
  return `${loginUrl}?${new URLSearchParams(query)}`;
}

function toSession(
  { appKey, clientId }: BrokerCredentials,
  accessToken: string,
  at: LoginMoment,
): Result<BrokerSession, LoginError> {
  const claims = claimsOf(accessToken);
  if (claims === null) return err({ kind: "unavailable", reason: "Fyers gave a token in a shape we do not know" });
  if (clientId !== "" && clientId.toUpperCase() !== claims.fy_id.toUpperCase())
    return refused("another client logged in at Fyers");
  return ok({
    clientId: claims.fy_id,
    appKey,
    accessToken,
    refreshToken: null,
    feedToken: claims.hsm_key ?? null,
    issuedAt: at.market,
    expiresAt: expiryOf(at.market),
  });
}

export interface FyersLoginDeps extends GrantStepsDeps {
  readonly loginUrl: string;
}

export function createFyersLogin(fyers: FyersClient, { loginUrl, ...deps }: FyersLoginDeps): LoginFlow {
  const grantFor = createGrantSteps(fyers, deps);

  async function complete(
    credentials: BrokerCredentials,
    grant: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>> {
    const { appKey, appSecret } = credentials;
    if (appSecret === null || appSecret === "") return refused("the app secret is missing");
    const body = { grant_type: "authorization_code", appIdHash: appIdHashOf(appKey, appSecret), code: grant };
    const tokens = readStep(await fyers.validateAuthCode(body, egress), tokensReply);
    return tokens.ok ? toSession(credentials, tokens.value.access_token, at) : tokens;
  }

  return {
    begin: (credentials, state) =>
      Promise.resolve(ok({ kind: "open_page", url: loginPage(loginUrl, credentials, state) })),
    complete,
    async unattended(credentials, egress, at) {
      const { clientId, pin, totpSecret, appSecret } = credentials;
      if (!clientId || !pin || !totpSecret || !appSecret)
        return personNeeded("Fyers needs the client id, the PIN, the authenticator's key and the app secret");
      const grant = await grantFor({ ...credentials, pin, totpSecret }, egress, at.human);
      return grant.ok ? complete(credentials, grant.value, egress, at) : grant;
    },
    renew: () => Promise.resolve(personNeeded("Fyers wants a login every day")),
    async logout(session, egress) {
      await fyers.logout(session, egress);
    },
    readGrant,
    expiryOf,
  };
}
