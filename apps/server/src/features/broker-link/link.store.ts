import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";

export interface LinkProfile {
  readonly name: string;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly userType: string | null;
}

export interface LinkSettings {
  /** Zerodha's `auto_trading_enabled`: each day's entries are approved at once. */
  readonly isAutoApproved: boolean;
  readonly dailyTradesMax: number;
  /** Never switches the daily stop off. */
  readonly isRiskManaged: boolean;
}

export interface SealedSession {
  readonly sealedAccess: string;
  readonly sealedRefresh: string | null;
  readonly sealedFeed: string | null;
  readonly refreshHandle: string | null;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

export interface Link extends LinkSettings {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly clientId: string;
  readonly appKey: string;
  readonly sealedAppSecret: string | null;
  readonly sealedPin: string | null;
  readonly sealedTotp: string | null;
  readonly isProven: boolean;
  /** Its owner disconnected it: no morning brings it back. */
  readonly isLeft: boolean;
  readonly profile: LinkProfile | null;
  readonly session: SealedSession | null;
  readonly lastCallAt: EpochMs | null;
  readonly localAddress: string | null;
  readonly proxyUrl: string | null;
  readonly algoId: string | null;
  readonly updatedAt: EpochMs;
}

/** What a form decides about a link. */
export type LinkCredentials = Pick<
  Link,
  "clientId" | "appKey" | "sealedAppSecret" | "sealedPin" | "sealedTotp" | keyof LinkSettings
>;

export interface LinkStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  find(userId: string, broker: BrokerName): Promise<Link | null>;
  findById(id: string): Promise<Link | null>;
  listOf(userId: string): Promise<readonly Link[]>;
  /** Links that have worked once and that their owners did not disconnect, in the order of their ids. */
  listKept(after: string | null, limit: number): Promise<readonly string[]>;
  /** By what the broker calls the account. */
  findByClient(broker: BrokerName, clientId: string): Promise<Link | null>;
  /**
   * Makes or changes the person's link. A change of account or application ends the session. A link without an address
   * of its own gets the first free one. Null: the client id is somebody else's.
   */
  putCredentials(
    link: { readonly id: string; readonly userId: string; readonly broker: BrokerName },
    credentials: LinkCredentials,
    fresh: { readonly addresses: readonly string[]; readonly at: EpochMs },
  ): Promise<Link | null>;
  /** Only while the link still names this client and application; false otherwise. */
  putSession(
    tx: Tx,
    link: Pick<Link, "id" | "clientId" | "appKey">,
    session: SealedSession,
    profile: LinkProfile | null,
    at: EpochMs,
  ): Promise<boolean>;
  /** With a session's beginning given, only that one ends: a later one stays. Without it the owner leaves. */
  endSession(tx: Tx, id: string, at: EpochMs, from?: EpochMs): Promise<boolean>;
  remove(tx: Tx, id: string): Promise<void>;

  addLogin(login: {
    readonly stateHash: Buffer;
    readonly userId: string;
    readonly linkId: string;
    readonly expiresAt: EpochMs;
  }): Promise<void>;
  /** Null for an unknown, dead or spent state. */
  findLogin(stateHash: Buffer, at: EpochMs): Promise<{ readonly userId: string; readonly linkId: string } | null>;
  spendLogin(stateHash: Buffer, at: EpochMs): Promise<void>;
  addConnectLink(
    tx: Tx,
    link: { readonly tokenHash: Buffer; readonly userId: string; readonly linkId: string; readonly expiresAt: EpochMs },
  ): Promise<void>;
  spendConnectLink(tokenHash: Buffer, at: EpochMs): Promise<{ readonly linkId: string } | null>;
  /** It led nowhere and may be tried again. */
  returnConnectLink(tokenHash: Buffer): Promise<void>;
}
