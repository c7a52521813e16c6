import type { EpochMs } from "@vriddhi/core/time/clock";

/** A user's broker credentials; never logged, never returned. */
export interface BrokerCredentials {
  readonly clientId: string;
  /** API key; for Fyers the app id with its suffix. */
  readonly appKey: string;
  readonly appSecret: string | null;
  readonly pin: string | null;
  /** Base32 secret of the authenticator; `null` when the user types codes. */
  readonly totpSecret: string | null;
  /** A freshly typed code. */
  readonly totpCode: string | null;
  /** The broker's redirect target: /connect/{broker}. */
  readonly redirectUrl: string;
}

export interface BrokerSession {
  readonly clientId: string;
  readonly appKey: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** For the market feed, where it needs a separate token. */
  readonly feedToken: string | null;
  /** On the market clock. */
  readonly issuedAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Source address of the account's calls: brokers accept orders only from the client's registered address. */
export interface Egress {
  readonly localAddress: string | null;
  readonly proxyUrl: string | null;
}

export interface BrokerProfile {
  readonly clientId: string;
  readonly name: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly userType: string | null;
}
