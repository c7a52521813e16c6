import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerError } from "@vriddhi/brokers/port/broker-error";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import type { EgressFact, FundsFact } from "@vriddhi/core/readiness/readiness";
import {
  canLogInAlone,
  type KeptRefusal,
  refusedByBroker,
  type StoredLogin,
} from "@vriddhi/core/schedule/morning-login";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";

export interface ReadinessAccount {
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly isConnected: boolean;
  readonly sessionUntil: EpochMs | null;
  readonly isDisconnected: boolean;
  readonly refusal: KeptRefusal | null;
  readonly egress: EgressFact;
  readonly address: string | null;
  readonly hasAlgoId: boolean;
  readonly canLogInAlone: boolean;
}

export interface AskableAccount extends ReadinessAccount {
  readFunds(): Promise<FundsFact>;
}

export interface ReadinessLink extends StoredLogin {
  readonly id: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly isDisconnected: boolean;
  readonly session: { readonly until: EpochMs } | null;
  readonly lastRefusal: KeptRefusal | null;
  readonly egress: { readonly isAccepted: boolean } | null;
  readonly algoId: string | null;
}

export interface ReadinessLinks<L extends ReadinessLink> {
  listOf(userId: string): Promise<readonly L[]>;
  findById(id: string): Promise<L | null>;
  isConnected(link: L): boolean;
  addressOf(link: L): { readonly address: string | null; readonly whyNone: string | null };
  /** Calls the broker. A session that turns out to be over is ended. */
  ask<T>(
    link: L,
    question: (adapter: BrokerAdapter, access: AccountAccess) => Promise<Result<T, BrokerError>>,
  ): Promise<Result<T, BrokerError>>;
}

export interface ReadinessAccountsDeps<L extends ReadinessLink> {
  readonly links: ReadinessLinks<L>;
  readonly adapters: Readonly<Record<BrokerName, Pick<BrokerAdapter, "capabilities">>>;
}

export interface ReadinessAccounts {
  listOf(userId: string): Promise<readonly ReadinessAccount[]>;
  find(linkId: string): Promise<AskableAccount | null>;
}

const UNREAD: FundsFact = { kind: "unread" };

export function createReadinessAccounts<L extends ReadinessLink>(deps: ReadinessAccountsDeps<L>): ReadinessAccounts {
  const { links, adapters } = deps;

  function egressOf(link: L): Pick<ReadinessAccount, "egress" | "address"> {
    const { address, whyNone } = links.addressOf(link);
    if (whyNone === "none_free") return { egress: "unassigned", address };
    return { egress: link.egress?.isAccepted === false ? "unregistered" : "fine", address };
  }

  function toAccount(link: L): ReadinessAccount {
    const { login, requiresAlgoId } = adapters[link.broker].capabilities;
    return {
      linkId: link.id,
      userId: link.userId,
      broker: link.broker,
      isConnected: links.isConnected(link),
      sessionUntil: link.session?.until ?? null,
      isDisconnected: link.isDisconnected,
      refusal: refusedByBroker(link.lastRefusal),
      ...egressOf(link),
      hasAlgoId: !requiresAlgoId || link.algoId !== null,
      canLogInAlone: canLogInAlone(login, link),
    };
  }

  async function readFunds(link: L): Promise<FundsFact> {
    const funds = await links.ask(link, ({ portfolio }, access) => portfolio.funds(access));
    if (funds.ok) return { kind: "read", available: funds.value.available };
    return funds.error.kind === "session_expired" ? UNREAD : { kind: "unavailable" };
  }

  return {
    async listOf(userId) {
      const listed = await links.listOf(userId);
      return brokerNames.flatMap((broker) => listed.filter((link) => link.broker === broker).map(toAccount));
    },
    async find(linkId) {
      const link = await links.findById(linkId);
      return link === null ? null : { ...toAccount(link), readFunds: () => readFunds(link) };
    },
  };
}
