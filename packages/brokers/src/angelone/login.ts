import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { addDays, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import type { LoginError, LoginFlow, LoginMoment } from "../port/login-flow.ts";
import type { BrokerCredentials, BrokerSession, Egress } from "../port/session.ts";
import { type Answer, readJson } from "../transport/answers.ts";
import { totpAt } from "../transport/totp.ts";
import type { SmartApiClient } from "./client.ts";
import { SESSION_END } from "./endpoints.ts";
import { toLoginError } from "./errors.ts";
import { profileReply, type SmartApiTokens, tokensReply } from "./wire.ts";

type Login = Promise<Result<BrokerSession, LoginError>>;
type Identity = Pick<BrokerSession, "clientId" | "appKey">;

export const expiryOf = (issuedAt: EpochMs): EpochMs => istInstant(addDays(istDateOf(issuedAt), 1), SESSION_END);

const CODE_SHAPE = /^\d{6}$/;
const TOKEN_SHAPE = /^[\w.-]{20,4000}$/;
const QUERY = /(?:^|[?#])([^?#]*\bauth_token=[^#]*)/;

/** `null` if there are none. */
function tokensIn(text: string): { readonly jwt: string; readonly feed: string | null } | null {
  const query = new URLSearchParams(QUERY.exec(text)?.[1] ?? "");
  const [jwt, feed] = [query.get("auth_token") ?? "", query.get("feed_token")];
  if (!TOKEN_SHAPE.test(jwt)) return null;
  return { jwt, feed: feed !== null && TOKEN_SHAPE.test(feed) ? feed : null };
}

/** The authenticator's six digits, or the address to which Angel One's login page redirected. */
export function readGrant(pasted: string): string | null {
  const code = pasted.replaceAll(/\s/g, "");
  if (CODE_SHAPE.test(code)) return code;
  const tokens = tokensIn(pasted.trim());
  if (tokens === null) return null;
  return new URLSearchParams({
    auth_token: tokens.jwt,
    ...(tokens.feed === null ? {} : { feed_token: tokens.feed }),
  }).toString();
}

const refused = (reason: string): Result<never, LoginError> => err({ kind: "refused", reason });
const personNeeded = (reason: string): Result<never, LoginError> => err({ kind: "person_needed", reason });

/** A typed code is fresher than the stored secret. */
function codeOf({ totpCode, totpSecret }: BrokerCredentials, now: EpochMs): Result<string, LoginError> {
  const typed = totpCode?.replaceAll(/\s/g, "") ?? "";
  if (typed !== "") return CODE_SHAPE.test(typed) ? ok(typed) : refused("an authenticator's code has six digits");
  if (totpSecret === null || totpSecret.trim() === "") return personNeeded("the authenticator's code is missing");
  const code = totpAt(totpSecret, now);
  return code === null ? refused("the authenticator's secret is not one") : ok(code);
}

const BEARER = /^Bearer /;

/** Other clients prefix the token with `Bearer`, and users store it that way. */
function sessionOf({ clientId, appKey }: Identity, tokens: SmartApiTokens, { market }: LoginMoment): BrokerSession {
  return {
    clientId,
    appKey,
    accessToken: tokens.jwtToken.replace(BEARER, ""),
    refreshToken: tokens.refreshToken || null,
    feedToken: tokens.feedToken || null,
    issuedAt: market,
    expiresAt: expiryOf(market),
  };
}

function readSession(reply: Answer, identity: Identity, at: LoginMoment): Result<BrokerSession, LoginError> {
  if (!reply.ok) return err({ kind: "unavailable", reason: reply.error.reason });
  const tokens = tokensReply.safeParse(readJson(reply.value.body));
  if (reply.value.status !== 200 || !tokens.success) return err(toLoginError(reply.value));
  return ok(sessionOf(identity, tokens.data.data, at));
}

/** With a stored authenticator secret, a day begins without the user. */
export function createAngelOneLogin(api: SmartApiClient): LoginFlow {
  async function logIn(credentials: BrokerCredentials, state: string, egress: Egress, at: LoginMoment): Login {
    const { clientId, appKey, pin } = credentials;
    if (pin === null || pin === "") return personNeeded("the PIN is missing");
    const code = codeOf(credentials, at.human);
    if (!code.ok) return code;
    const params = { clientcode: clientId, password: pin, totp: code.value, ...(state === "" ? {} : { state }) };
    return readSession(await api.loginByPassword(appKey, params, egress), credentials, at);
  }

  /** The page's token is a session already; Angel One says whose it is. */
  async function adopt(credentials: BrokerCredentials, grant: string, egress: Egress, at: LoginMoment): Login {
    const tokens = tokensIn(grant);
    if (tokens === null) return refused("this is neither a code nor the address of a login");
    const session = sessionOf(credentials, { jwtToken: tokens.jwt, feedToken: tokens.feed }, at);
    const reply = await api.getProfile({ session, egress, algoId: null });
    if (!reply.ok) return err({ kind: "unavailable", reason: reply.error.reason });
    const profile = profileReply.safeParse(readJson(reply.value.body));
    if (reply.value.status !== 200 || !profile.success) return err(toLoginError(reply.value));
    const { clientcode } = profile.data.data;
    return clientcode === session.clientId ? ok(session) : refused("another client logged in at Angel One");
  }

  return {
    async begin(credentials, state, egress, at) {
      const session = await logIn(credentials, state, egress, at);
      return session.ok ? ok({ kind: "done", session: session.value }) : session;
    },
    complete: (credentials, grant, egress, at) =>
      CODE_SHAPE.test(grant)
        ? logIn({ ...credentials, totpCode: grant }, "", egress, at)
        : adopt(credentials, grant, egress, at),
    unattended: (credentials, egress, at) => logIn(credentials, "", egress, at),
    async renew(session, egress, at) {
      if (session.refreshToken === null) return personNeeded("this session cannot be renewed: log in again");
      return readSession(await api.generateTokens(session, session.refreshToken, egress), session, at);
    },
    async logout(session, egress) {
      await api.logout(session, egress);
    },
    readGrant,
    expiryOf,
  };
}
