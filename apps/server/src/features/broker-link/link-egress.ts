import type { BrokerOrderId } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Link } from "./link.store.ts";
import type { LinkAccess } from "./link-access.ts";
import { isAddressRefusal } from "./link-refusal.ts";
import type { LinkDeps } from "./link-types.ts";

export interface EgressAddress {
  readonly address: string | null;
  readonly whyNone: "connect_first" | "none_free" | "unknown" | null;
}

export interface LinkEgress {
  addressOf(link: Link | null): EgressAddress;
  /** Checks the address with a call that the broker accepts only from registered addresses. Places no order. */
  checkEgress(link: Link): Promise<Result<Link, "not_connected" | "broker_unavailable" | "broker_busy">>;
}

/** No order has this number. A broker that answers that the order does not exist has accepted the address. */
const NO_ORDER = {
  orderId: "100000000000000" as BrokerOrderId,
  pricing: { kind: "limit", limit: paise(10_000) },
} as const;

const AT_ANY_TIME = { lane: "entry", notAfter: null } as const;
const OWN_MACHINE = "*";

const leavesFrom = ({ localAddress, proxyUrl }: Link): string =>
  proxyUrl === null ? (localAddress ?? OWN_MACHINE) : new URL(proxyUrl).hostname;

export function createEgress(
  { store, marketClock, egressAddresses, publicAddresses }: LinkDeps,
  { ask }: LinkAccess,
): LinkEgress {
  const known = (local: string): EgressAddress => {
    const address = publicAddresses.get(local) ?? (local === OWN_MACHINE ? null : local);
    return { address, whyNone: address === null ? "unknown" : null };
  };
  const hasOwn = egressAddresses.length > 0;

  return {
    addressOf(link) {
      if (link === null) return hasOwn ? { address: null, whyNone: "connect_first" } : known(OWN_MACHINE);
      const place = leavesFrom(link);
      return place === OWN_MACHINE && hasOwn ? { address: null, whyNone: "none_free" } : known(place);
    },
    async checkEgress(link) {
      const answer = await ask(link, (adapter, access) => adapter.orders.cancel(access, NO_ORDER, AT_ANY_TIME));
      if (!answer.ok && answer.error.kind === "session_expired") return err("not_connected");
      if (!answer.ok && answer.error.kind === "throttled") return err("broker_busy");
      if (!answer.ok && answer.error.kind !== "rejected") return err("broker_unavailable");
      const egress = { isAccepted: answer.ok || !isAddressRefusal(answer.error), checkedAt: marketClock.now() };
      await store.putEgress(link.id, egress);
      return ok({ ...link, egress });
    },
  };
}
