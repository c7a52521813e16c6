import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BrokerCredentials, BrokerSession, Egress } from "./session.ts";

/** Sorted by the next action. */
export type LoginError =
  /** Key, secret, PIN, code or grant is wrong: the user must change something. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The user must continue on the broker's page. */
  | { readonly kind: "person_needed"; readonly reason: string }
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  | { readonly kind: "unavailable"; readonly reason: string };

export type LoginStep =
  | { readonly kind: "open_page"; readonly url: string }
  | { readonly kind: "done"; readonly session: BrokerSession };

/** The instants of a login: tokens end on the market clock, one-time passwords on the human one. */
export interface LoginMoment {
  readonly market: EpochMs;
  readonly human: EpochMs;
}

export interface LoginFlow {
  /** `state` returns with the grant. Angel One is done in one call, the others send the user to a page. */
  begin(
    credentials: BrokerCredentials,
    state: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<LoginStep, LoginError>>;
  /** Completes with the request token or auth code from the broker's page. */
  complete(
    credentials: BrokerCredentials,
    grant: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>>;
  /** Logs in without a user; `person_needed` where the broker forbids it or something is missing. */
  unattended(
    credentials: BrokerCredentials,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>>;
  /** A new session from the refresh token, where the broker gives one. */
  renew(session: BrokerSession, egress: Egress, at: LoginMoment): Promise<Result<BrokerSession, LoginError>>;
  logout(session: BrokerSession, egress: Egress): Promise<void>;
  /** The grant inside a redirect address or pasted alone; `null` if there is none. */
  readGrant(pasted: string): string | null;
  /** The end of a session that begins at `issuedAt`, by the broker's rule. */
  expiryOf(issuedAt: EpochMs): EpochMs;
}
