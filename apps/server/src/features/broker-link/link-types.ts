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

/** What a form says; a field that holds a mask keeps what is stored. Undefined: this broker has no such field. */
export interface TypedCredentials {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret?: string;
  readonly pin?: string;
  readonly totp?: string;
  readonly settings?: LinkSettings;
}

/** Credentials on their way to a login. What they replace stays until the broker has taken them. */
export interface CredentialSet {
  readonly userId: string;
  readonly broker: BrokerName;
  readonly credentialsId: string;
  readonly plain: PlainCredentials;
  readonly settings: LinkSettings;
  readonly kept: "nowhere" | "draft" | "link";
  /** The person's link at this broker, as it was before. */
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
  /** `browser` is for the browser that began it: whoever finishes the login shows it, or is the owner. */
  | { readonly kind: "open_page"; readonly url: string; readonly state: string; readonly browser: string }
  | { readonly kind: "done" };

export interface Person {
  readonly userId: string;
  readonly ip: string;
  /** As their browser calls itself. */
  readonly device?: string;
  /** The sandbox links accounts in the place of the people it comes with, who are told nothing. */
  readonly isDemo?: boolean;
  /** Who at the desk does it in the person's place. */
  readonly byUserId?: string;
  /** What else is written with the change, or not at all. */
  readonly note?: (tx: Tx) => Promise<void>;
  /** When they last proved who they are; whoever replaces a linked account by another one must have, lately. */
  readonly provedAt?: EpochMs;
}

export type LinkChange = "connected" | "disconnected" | "expired" | "refused";

/** A client of the broker that was not the person's link until now. */
export interface LinkedAccount extends Pick<Link, "userId" | "broker" | "clientId"> {
  /** It stands in the place of another client of the same broker. */
  readonly isInstead: boolean;
  /** As the browser calls itself; null: not known. */
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
  /** Addresses that accounts may leave from; each goes to one account. */
  readonly egressAddresses: readonly string[];
  /** What the world sees where calls leave from a local address; `*` is the machine's own. */
  readonly publicAddresses: ReadonlyMap<string, string>;
  /** Whether a position of ours stands open in the account. */
  hasOpenPosition(link: Link): Promise<boolean>;
  /** Told in the same transaction. */
  onChanged(tx: Tx, link: Pick<Link, "id" | "userId" | "broker">, what: LinkChange): Promise<void>;
  /** The owner must hear of it: whoever steals a session could let the product trade in an account of their own. */
  onLinked(tx: Tx, linked: LinkedAccount): Promise<void>;
}
