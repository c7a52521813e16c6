import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { BrokerCredentials, BrokerSession, Egress } from "./session.ts";

/** Sorted by what to do next. */
export type LoginError =
  /** Key, secret, PIN, code or grant is wrong: the person must change something. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Only a person can go on: open the broker's page. */
  | { readonly kind: "person_needed"; readonly reason: string }
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  | { readonly kind: "unavailable"; readonly reason: string };

export type LoginStep =
  /** Send the person there; the broker comes back to the redirect URL with a grant. */
  { readonly kind: "open_page"; readonly url: string } | { readonly kind: "done"; readonly session: BrokerSession };

/** The instants of a login: tokens end on the market clock, one-time passwords live on the human one. */
export interface LoginMoment {
  readonly market: EpochMs;
  readonly human: EpochMs;
}

export interface LoginFlow {
  /** `state` comes back with the grant. Angel One is done at once, the others send a person to a page. */
  begin(
    credentials: BrokerCredentials,
    state: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<LoginStep, LoginError>>;
  /** With the request token or auth code that the broker's page handed out. */
  complete(
    credentials: BrokerCredentials,
    grant: string,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>>;
  /** Without a person; `person_needed` where the broker does not allow it or something is missing. */
  unattended(
    credentials: BrokerCredentials,
    egress: Egress,
    at: LoginMoment,
  ): Promise<Result<BrokerSession, LoginError>>;
  /** A new session out of the refresh token, where the broker gives one. */
  renew(session: BrokerSession, egress: Egress, at: LoginMoment): Promise<Result<BrokerSession, LoginError>>;
  logout(session: BrokerSession, egress: Egress): Promise<void>;
  /** The grant inside a redirected address or as pasted alone; null when there is none. */
  readGrant(pasted: string): string | null;
  /** When a session that begins at `issuedAt` ends, by the broker's rule. */
  expiryOf(issuedAt: EpochMs): EpochMs;
}
