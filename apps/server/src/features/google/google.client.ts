import { isEmail, toEmailKey } from "@vriddhi/core/account/rules";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import * as oidc from "openid-client";
import { z } from "zod";
import type { Secret } from "../../platform/config/secret.ts";
import { isLoopback } from "../../platform/http/client-address.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { toFault } from "./google-failure.ts";

export interface Secrets {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: an intercepted code is useless without it. */
  readonly verifier: string;
}

export interface Answer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

export interface GoogleIdentity {
  /** Google's stable user id; addresses change. */
  readonly sub: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
}

export interface GoogleClient {
  authorizationUrl(secrets: Secrets): Promise<Result<string, "unavailable">>;
  /** Exchanges the code for the user's identity; `refused` is final for this answer. */
  exchange(answer: Answer, secrets: Secrets): Promise<Result<GoogleIdentity, "refused" | "unavailable">>;
}

export interface GoogleClientDeps {
  /** `https://accounts.google.com`, or a loopback address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** As registered at Google: the web application's page that forwards the answer. */
  readonly redirectUri: string;
  readonly log: Logger;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8 * SECOND_MS;
const SCOPE = "openid email profile";

const identityClaims = z.object({
  sub: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  email: z.string().transform(toEmailKey).refine(isEmail),
  email_verified: z.unknown().optional(),
  name: z.string().catch(""),
});

function mayGoUnencrypted({ protocol, hostname }: URL): boolean {
  if (protocol === "https:") return false;
  if (hostname === "localhost" || isLoopback(hostname.replaceAll(/[[\]]/g, ""))) return true;
  throw new Error("GOOGLE_ISSUER must be an https address");
}

export function createGoogleClient(deps: GoogleClientDeps): GoogleClient {
  const issuer = new URL(deps.issuer);
  // Checks the signature although TLS authenticates the sender: the sandbox has no TLS.
  const execute = [oidc.enableNonRepudiationChecks, ...(mayGoUnencrypted(issuer) ? [oidc.allowInsecureRequests] : [])];
  const timeout = (deps.timeoutMs ?? TIMEOUT_MS) / SECOND_MS;

  let discovered: Promise<oidc.Configuration> | null = null;
  /** Read once and cached; a failure is not cached. */
  const configuration = (): Promise<oidc.Configuration> => {
    discovered ??= oidc
      .discovery(issuer, deps.clientId, deps.clientSecret.reveal(), undefined, { execute, timeout })
      .catch((cause: unknown) => {
        discovered = null;
        throw cause;
      });
    return discovered;
  };

  /** Logs only names of faults: the library's errors contain whole answers with tokens. */
  function report(cause: unknown): "refused" | "unavailable" {
    const fault = toFault(cause);
    if (!fault) throw cause;
    const { kind, ...fields } = fault;
    if (kind === "misconfigured") deps.log.error(fields, "google: client rejected, check the credentials");
    else deps.log.warn(fields, kind === "refused" ? "google: sign-in refused" : "google: unreachable");
    return kind === "refused" ? "refused" : "unavailable";
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      try {
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: deps.redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: "S256",
          prompt: "select_account",
        });
        return ok(url.href);
      } catch (cause) {
        report(cause);
        return err("unavailable");
      }
    },

    async exchange(answer, { state, nonce, verifier }) {
      const url = new URL(deps.redirectUri);
      const carried = Object.entries(answer).filter(([, value]) => value !== undefined);
      url.search = new URLSearchParams(carried).toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(await configuration(), url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = identityClaims.safeParse(tokens.claims());
        if (!claims.success) {
          deps.log.warn({ fault: "claims" }, "google: sign-in refused");
          return err("refused");
        }
        const { sub, email, email_verified: verified, name } = claims.data;
        return ok({ sub, email, isEmailVerified: verified === true, name });
      } catch (cause) {
        return err(report(cause));
      }
    },
  };
}
