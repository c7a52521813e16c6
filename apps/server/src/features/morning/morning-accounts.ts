import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import {
  CONNECT_LINK_LIFETIME_MS,
  canLogInAlone,
  type KeptRefusal,
  type LoginOutcome,
  type LoginWay,
  refusedByBroker,
  type StoredLogin,
} from "@vriddhi/core/schedule/morning-login";
import type { Result } from "@vriddhi/core/shared/result";
import { connectionPaths } from "@vriddhi/core/site/dashboard-path";
import { type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { LoginAddress, MorningAccount, MorningAccounts } from "./morning-ports.ts";

export interface MorningLink extends StoredLogin {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly isDisconnected: boolean;
  readonly session: { readonly from: EpochMs; readonly until: EpochMs } | null;
  readonly lastRefusal: KeptRefusal | null;
}

/** Why a login failed: a code, with the broker's message after a refusal. */
type LoginFault = string | { readonly code: string };

export interface MorningLinks<L extends MorningLink> {
  listKept(tx: Tx, after: string | null, limit: number): Promise<readonly Pick<L, "id" | "broker">[]>;
  findById(id: string): Promise<L | null>;
  isConnected(link: L): boolean;
  unattended(link: L, by: { readonly userId: string; readonly ip: string }): Promise<Result<unknown, LoginFault>>;
  end(tx: Tx, link: L): Promise<void>;
  issueConnectLink(tx: Tx, link: L, expiresAt: EpochMs): Promise<string>;
}

export interface MorningAccountsDeps<L extends MorningLink> {
  readonly links: MorningLinks<L>;
  readonly humanClock: HumanClock;
  readonly publicUrl: URL;
  loginWayOf(broker: BrokerName): LoginWay;
  warm(link: L): Promise<void>;
}

/** The audit log's actor when the product acts. */
const PRODUCT_ITSELF = "127.0.0.1";

const AWAY: ReadonlySet<string> = new Set(["broker_unavailable", "broker_busy", "too_many_requests"]);

function outcomeOf(login: Result<unknown, LoginFault>): LoginOutcome {
  if (login.ok) return "connected";
  const code = typeof login.error === "string" ? login.error : login.error.code;
  if (AWAY.has(code)) return "broker_unavailable";
  return code === "broker_refused" ? "refused" : "person_needed";
}

export function createMorningAccounts<L extends MorningLink>(deps: MorningAccountsDeps<L>): MorningAccounts {
  const { links, humanClock, publicUrl } = deps;

  /** Without a broker page in the login, the notice opens the form. */
  async function issueAddress(tx: Tx, link: L): Promise<LoginAddress> {
    if (deps.loginWayOf(link.broker) === "stored")
      return { url: new URL(connectionPaths[link.broker], publicUrl).href, opens: "form" };
    const token = await links.issueConnectLink(tx, link, later(humanClock.now(), CONNECT_LINK_LIFETIME_MS));
    const url = new URL(`/connect/${link.broker}`, publicUrl);
    url.searchParams.set("link", token);
    return { url: url.href, opens: "login" };
  }

  function toAccount(link: L): MorningAccount {
    const way = deps.loginWayOf(link.broker);
    return {
      linkId: link.id,
      userId: link.userId,
      broker: link.broker,
      session: link.session,
      isConnected: links.isConnected(link),
      isRenewedDaily: way === "stored",
      canLogInAlone: canLogInAlone(way, link),
      refusal: refusedByBroker(link.lastRefusal)?.detail ?? null,
      logIn: async () => outcomeOf(await links.unattended(link, { userId: link.userId, ip: PRODUCT_ITSELF })),
      end: (tx) => links.end(tx, link),
      issueAddress: (tx) => issueAddress(tx, link),
      warm: () => deps.warm(link),
    };
  }

  return {
    async list(tx, after, limit) {
      const kept = await links.listKept(tx, after, limit);
      return kept.map(({ id, broker }) => ({ linkId: id, broker }));
    },
    async find(linkId) {
      const link = await links.findById(linkId);
      return link === null || link.isDisconnected ? null : toAccount(link);
    },
  };
}
