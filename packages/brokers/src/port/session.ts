import type { EpochMs } from "@vriddhi/core/time/clock";

/** What a person typed in for their broker; never logged, never sent back. Which fields count is the broker's business. */
export interface BrokerCredentials {
  /** Client id or client code at the broker. */
  readonly clientId: string;
  /** API key; for Fyers the app id with its suffix. */
  readonly appKey: string;
  readonly appSecret: string | null;
  readonly pin: string | null;
  /** Base32 secret of the authenticator, or null when the person types codes. */
  readonly totpSecret: string | null;
  /** A code typed right now, for a broker that takes one. */
  readonly totpCode: string | null;
  /** Where the broker sends people back to: /connect/{broker}. */
  readonly redirectUrl: string;
}

/** Today's right to act for an account. */
export interface BrokerSession {
  readonly clientId: string;
  readonly appKey: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** For the market feed, where it needs one of its own. */
  readonly feedToken: string | null;
  /** On the market clock. */
  readonly issuedAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/** Where the account's calls leave from: brokers take orders from the client's registered address only. */
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
