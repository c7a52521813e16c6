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

/** What was typed for a login, sealed. */
export interface SealedCredentials extends LinkSettings {
  readonly clientId: string;
  /** Another one with every set that is typed. */
  readonly credentialsId: string;
  readonly sealedAppKey: string;
  readonly sealedAppSecret: string | null;
  readonly sealedPin: string | null;
  readonly sealedTotp: string | null;
}

export interface SealedSession {
  readonly sealedAccess: string;
  readonly sealedRefresh: string | null;
  readonly sealedFeed: string | null;
  readonly refreshHandle: string | null;
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** Why the last login with a set did not work, or why the session ended. */
export interface LinkRefusal {
  readonly code: "broker_refused" | "broker_unavailable" | "broker_busy" | "session_expired";
  /** A sentence; after a refusal in the broker's own words. */
  readonly detail: string;
  /** On the market clock. */
  readonly at: EpochMs;
}

/** An account that was proved by a login with these very credentials. */
export interface Link extends SealedCredentials {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  /** Its owner disconnected it: no morning brings it back. */
  readonly isLeft: boolean;
  readonly profile: LinkProfile | null;
  readonly session: SealedSession | null;
  readonly lastCallAt: EpochMs | null;
  readonly connectedAt: EpochMs;
  readonly lastRefusal: LinkRefusal | null;
  readonly localAddress: string | null;
  readonly proxyUrl: string | null;
  /** Null: nobody has asked the broker yet. */
  readonly egress: { readonly isTaken: boolean; readonly checkedAt: EpochMs } | null;
  readonly algoId: string | null;
}

/** Credentials that wait for a login on the broker's page. They own nothing. */
export interface Draft extends SealedCredentials {
  readonly userId: string;
  readonly broker: BrokerName;
  readonly since: EpochMs;
  readonly lastRefusal: LinkRefusal | null;
}

/** A login on a broker's page that was begun and not finished. */
export interface BegunLogin {
  readonly stateHash: Buffer;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly credentialsId: string;
  readonly browserHash: Buffer;
  readonly expiresAt: EpochMs;
}

/** A link as a login proved it. */
export type ProvedLink = SealedCredentials & {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly session: SealedSession;
  readonly profile: LinkProfile | null;
  /** False: it names another client or application than before, so what was found out about the old one goes. */
  readonly isSameApplication: boolean;
  readonly isSameClient: boolean;
};

export interface LinkStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  find(userId: string, broker: BrokerName, tx?: Tx): Promise<Link | null>;
  /** Inside a transaction the caller hands it in: a second connection would wait for the first. */
  findById(id: string, tx?: Tx): Promise<Link | null>;
  listOf(userId: string): Promise<readonly Link[]>;
  /** The links that lead to these accounts now, in one read. */
  listByAccounts(accounts: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  /** Links that their owners did not disconnect, in the order of their ids. */
  listKept(tx: Tx, after: string | null, limit: number): Promise<readonly Pick<Link, "id" | "broker">[]>;
  /** By what the broker calls the account. */
  findByClient(broker: BrokerName, clientId: string, tx?: Tx): Promise<Link | null>;
  /** Until the transaction ends nobody else proves a link of this person or of this client. */
  holdClaim(
    tx: Tx,
    claim: { readonly userId: string; readonly broker: BrokerName; readonly clientId: string },
  ): Promise<void>;
  /** Makes or replaces the person's link. One without an address of its own gets the first free one. */
  putProved(
    tx: Tx,
    link: ProvedLink,
    fresh: { readonly addresses: readonly string[]; readonly at: EpochMs },
  ): Promise<void>;
  /** As it stands then; only while the link still has these credentials, null otherwise. */
  putSession(
    tx: Tx,
    link: Pick<Link, "id" | "credentialsId">,
    session: SealedSession,
    profile: LinkProfile | null,
    at: EpochMs,
  ): Promise<Link | null>;
  /** The first free one, for a link that has none; null, and as it was, where none is free. */
  giveAddress(tx: Tx, id: string, addresses: readonly string[]): Promise<string | null>;
  putSettings(id: string, settings: LinkSettings): Promise<void>;
  putRefusal(tx: Tx, link: Pick<Link, "id" | "credentialsId">, refusal: LinkRefusal): Promise<void>;
  putAlgoId(tx: Tx, id: string, algoId: string | null): Promise<void>;
  putEgress(id: string, egress: NonNullable<Link["egress"]>): Promise<void>;
  /** Gives the refresh token another name; false when it is not called this any more. */
  renameHandle(id: string, from: string, to: string): Promise<boolean>;
  /** With a session's beginning given, only that one ends: a later one stays. Without it the owner leaves. */
  endSession(tx: Tx, id: string, from?: EpochMs): Promise<boolean>;
  remove(tx: Tx, id: string): Promise<void>;

  findDraft(userId: string, broker: BrokerName, at: EpochMs): Promise<Draft | null>;
  putDraft(tx: Tx, draft: Omit<Draft, "lastRefusal"> & { readonly expiresAt: EpochMs }): Promise<void>;
  putDraftRefusal(draft: Pick<Draft, "userId" | "broker" | "credentialsId">, refusal: LinkRefusal): Promise<void>;
  /** With credentials given, only that draft; false when it is not there any more. */
  removeDraft(tx: Tx, userId: string, broker: BrokerName, credentialsId?: string): Promise<boolean>;

  addLogin(login: BegunLogin, tx?: Tx): Promise<void>;
  /** Null for an unknown, dead or spent state. */
  findLogin(stateHash: Buffer, at: EpochMs): Promise<Omit<BegunLogin, "stateHash" | "expiresAt"> | null>;
  spendLogin(stateHash: Buffer, at: EpochMs): Promise<void>;
  addConnectLink(
    tx: Tx,
    link: { readonly tokenHash: Buffer; readonly userId: string; readonly linkId: string; readonly expiresAt: EpochMs },
  ): Promise<void>;
  spendConnectLink(tokenHash: Buffer, at: EpochMs): Promise<{ readonly linkId: string } | null>;
  /** It led nowhere and may be tried again. */
  returnConnectLink(tokenHash: Buffer): Promise<void>;
}
