import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Explained } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Link, LinkSettings, LinkStore } from "./link.store.ts";
import type { LinkSecrets } from "./link-secrets.ts";

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

export type LoginRefusal =
  | Explained<"broker_refused">
  | "broker_unavailable"
  | "broker_busy"
  | "client_taken"
  | "too_many_requests";

export type Begun =
  | { readonly kind: "open_page"; readonly url: string; readonly state: string }
  | { readonly kind: "done" };

export interface Person {
  readonly userId: string;
  readonly ip: string;
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
  /** Whether a position of ours stands open in the account. */
  hasOpenPosition(link: Link): Promise<boolean>;
  /** Told in the same transaction. */
  onChanged(tx: Tx, link: Pick<Link, "id" | "userId" | "broker">, what: "connected" | "disconnected"): Promise<void>;
}
