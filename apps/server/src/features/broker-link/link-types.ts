import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Link, LinkSettings, LinkStore } from "./link.store.ts";
import type { LinkSecrets, PlainCredentials } from "./link-secrets.ts";

export type BrokerAdapters = Readonly<Record<BrokerName, BrokerAdapter>>;

/** A form's values; a masked field keeps the stored value. `undefined` where the broker has no such field. */
export interface TypedCredentials {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret?: string;
  readonly pin?: string;
  readonly totp?: string;
  readonly settings?: LinkSettings;
}

/** Credentials for a login. The stored ones stay until the broker accepts these. */
export interface CredentialSet {
  readonly userId: string;
  readonly broker: BrokerName;
  readonly credentialsId: string;
  readonly plain: PlainCredentials;
  readonly settings: LinkSettings;
  readonly kept: "nowhere" | "draft" | "link";
  readonly link: Link | null;
}

export type LoginRefusal =
  | Explained<"broker_refused">
  | "broker_unavailable"
  | "broker_busy"
  | "client_taken"
  | "position_open"
  | Explained<"too_many_requests">;

export type ConnectRefusal = LoginRefusal | Explained<"invalid_input"> | "proof_required";

export type Begun =
  /** `browser` identifies the browser that began the login: it or the owner may finish it. */
  | { readonly kind: "open_page"; readonly url: string; readonly state: string; readonly browser: string }
  | { readonly kind: "done" };

export interface Person {
  readonly userId: string;
  readonly ip: string;
  readonly device?: string;
  /** The sandbox links the accounts of its demo users, who get no notices. */
  readonly isDemo?: boolean;
  readonly byUserId?: string;
  readonly note?: (tx: Tx) => Promise<void>;
  /** When the user last proved their identity; replacing a linked account needs a recent proof. */
  readonly provedAt?: EpochMs;
}

export type LinkChange = "connected" | "disconnected" | "expired" | "refused";

export interface LinkedAccount extends Pick<Link, "userId" | "broker" | "clientId"> {
  /** It replaces another client at the same broker. */
  readonly isInstead: boolean;
  readonly device: string | null;
}

export interface LinkDeps {
  readonly store: LinkStore;
  readonly secrets: LinkSecrets;
  readonly adapters: BrokerAdapters;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly limiter: Limiter;
  readonly audit: Audit;
  readonly log: Logger;
  readonly publicUrl: URL;
  /** Egress addresses; each belongs to one account. */
  readonly egressAddresses: readonly string[];
  /** The public address of each local address; `*` is the machine's own. */
  readonly publicAddresses: ReadonlyMap<string, string>;
  hasOpenPosition(link: Link): Promise<boolean>;
  /** Called in the same transaction. */
  onChanged(tx: Tx, link: Pick<Link, "id" | "userId" | "broker">, what: LinkChange): Promise<void>;
  /** Notifies the owner: a stolen session could link the attacker's own account. */
  onLinked(tx: Tx, linked: LinkedAccount): Promise<void>;
}
