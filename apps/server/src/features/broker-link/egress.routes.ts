import type { EgressReply } from "@vriddhi/contract/broker-link";
import { type BrokerName, brokerNames } from "@vriddhi/core/broker/broker-name";
import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { LinkService } from "./link.service.ts";
import type { Link } from "./link.store.ts";
import { iso } from "./status-facts.ts";

type Egress = EgressReply["brokers"][number];

const stateOf = (link: Link | null): Egress["state"] => {
  if (link === null || link.egress === null) return "unchecked";
  return link.egress.isAccepted ? "registered" : "not_registered";
};

export function egressHandlers(links: LinkService): Handlers<"readEgress" | "checkEgress"> {
  function toEgress(broker: BrokerName, link: Link | null): Egress {
    const { address, whyNone } = links.addressOf(link);
    const checkedAt = link?.egress ? iso(link.egress.checkedAt) : null;
    return { broker, address, why_none: whyNone, state: stateOf(link), checked_at: checkedAt };
  }
  return {
    async readEgress({ caller }) {
      const held = await links.listOf(caller.userId);
      const linkAt = (broker: BrokerName) => held.find((link) => link.broker === broker) ?? null;
      return ok({ brokers: brokerNames.map((broker) => toEgress(broker, linkAt(broker))) });
    },
    async checkEgress({ caller, body }) {
      const link = await links.find(caller.userId, body.broker);
      if (link === null) return err("not_connected");
      const checked = await links.checkEgress(link);
      return checked.ok ? ok(toEgress(body.broker, checked.value)) : checked;
    },
  };
}
