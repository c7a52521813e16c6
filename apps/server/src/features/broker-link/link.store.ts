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
  /** Never disables the daily stop. */
  readonly isRiskManaged: boolean;
}

export interface SealedCredentials extends LinkSettings {
  readonly clientId: string;
  /** Changes with every set that is typed. */
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

export interface LinkRefusal {
  readonly code: "broker_refused" | "broker_unavailable" | "broker_busy" | "session_expired";
  readonly detail: string;
  /** Market clock. */
  readonly at: EpochMs;
}

export interface Link extends SealedCredentials {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  /** Its owner disconnected it: the morning does not log in. */
  readonly isDisconnected: boolean;
  readonly profile: LinkProfile | null;
  readonly session: SealedSession | null;
  readonly lastCallAt: EpochMs | null;
  readonly connectedAt: EpochMs;
  readonly lastRefusal: LinkRefusal | null;
  readonly localAddress: string | null;
  readonly proxyUrl: string | null;
  /** `null` before the first check at the broker. */
  readonly egress: { readonly isAccepted: boolean; readonly checkedAt: EpochMs } | null;
  readonly algoId: string | null;
}

/** Credentials that wait for a login on the broker's page. They have no account yet. */
export interface Draft extends SealedCredentials {
  readonly userId: string;
  readonly broker: BrokerName;
  readonly since: EpochMs;
  readonly lastRefusal: LinkRefusal | null;
}

export interface BegunLogin {
  readonly stateHash: Buffer;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly credentialsId: string;
  readonly browserHash: Buffer;
  readonly expiresAt: EpochMs;
}

export type ProvedLink = SealedCredentials & {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly session: SealedSession;
  readonly profile: LinkProfile | null;
  /** `false` when it names another client or application: facts about the old one are dropped. */
  readonly isSameApplication: boolean;
  readonly isSameClient: boolean;
};

export interface LinkStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  find(userId: string, broker: BrokerName, tx?: Tx): Promise<Link | null>;
  /** Pass the open transaction: a second connection would wait for the first. */
  findById(id: string, tx?: Tx): Promise<Link | null>;
  listOf(userId: string): Promise<readonly Link[]>;
  listByAccounts(accounts: readonly string[]): Promise<ReadonlyMap<string, Link>>;
  listKept(tx: Tx, after: string | null, limit: number): Promise<readonly Pick<Link, "id" | "broker">[]>;
  findByClient(broker: BrokerName, clientId: string, tx?: Tx): Promise<Link | null>;
  /** Locks the user and the client: other proofs wait until the transaction ends. */
  holdClaim(
    tx: Tx,
    claim: { readonly userId: string; readonly broker: BrokerName; readonly clientId: string },
  ): Promise<void>;
  /** Creates or replaces the user's link. A link without an egress address gets the first free one. */
  putProved(
    tx: Tx,
    link: ProvedLink,
    fresh: { readonly addresses: readonly string[]; readonly at: EpochMs },
  ): Promise<void>;
  /** Returns the updated link; `null` when the link has other credentials by now. */
  putSession(
    tx: Tx,
    link: Pick<Link, "id" | "credentialsId">,
    session: SealedSession,
    profile: LinkProfile | null,
    at: EpochMs,
  ): Promise<Link | null>;
  /** Assigns the first free address to a link without one; `null` when none is free. */
  giveAddress(tx: Tx, id: string, addresses: readonly string[]): Promise<string | null>;
  putSettings(id: string, settings: LinkSettings): Promise<void>;
  putRefusal(tx: Tx, link: Pick<Link, "id" | "credentialsId">, refusal: LinkRefusal): Promise<void>;
  putAlgoId(tx: Tx, id: string, algoId: string | null): Promise<void>;
  putEgress(id: string, egress: NonNullable<Link["egress"]>): Promise<void>;
  /** Renames the refresh token's handle; `false` when `from` is outdated. */
  renameHandle(id: string, from: string, to: string): Promise<boolean>;
  /** With `from`, ends only the session that began then; a newer one stays. Without it, disconnects the link. */
  endSession(tx: Tx, id: string, from?: EpochMs): Promise<boolean>;
  remove(tx: Tx, id: string): Promise<void>;

  findDraft(userId: string, broker: BrokerName, at: EpochMs): Promise<Draft | null>;
  putDraft(tx: Tx, draft: Omit<Draft, "lastRefusal"> & { readonly expiresAt: EpochMs }): Promise<void>;
  putDraftRefusal(draft: Pick<Draft, "userId" | "broker" | "credentialsId">, refusal: LinkRefusal): Promise<void>;
  /** With credentials, removes only that draft; `false` when it is gone. */
  removeDraft(tx: Tx, userId: string, broker: BrokerName, credentialsId?: string): Promise<boolean>;

  addLogin(login: BegunLogin, tx?: Tx): Promise<void>;
  findLogin(stateHash: Buffer, at: EpochMs): Promise<Omit<BegunLogin, "stateHash" | "expiresAt"> | null>;
  spendLogin(stateHash: Buffer, at: EpochMs): Promise<void>;
  addConnectLink(
    tx: Tx,
    link: { readonly tokenHash: Buffer; readonly userId: string; readonly linkId: string; readonly expiresAt: EpochMs },
  ): Promise<void>;
  spendConnectLink(tokenHash: Buffer, at: EpochMs): Promise<{ readonly linkId: string } | null>;
  /** The login did not start: the link may be used again. */
  returnConnectLink(tokenHash: Buffer): Promise<void>;
}
