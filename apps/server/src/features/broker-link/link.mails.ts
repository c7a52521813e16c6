import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { connectionPaths } from "@vriddhi/core/site/dashboard-path";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { type DoneWhen, doneFacts } from "../../platform/mail/mail-format.ts";
import type { LinkedAccount } from "./link-types.ts";
import { clientTail } from "./mask.ts";

type Linked = Pick<LinkedAccount, "broker" | "clientId" | "isInstead">;

/** Without the full stop. */
export const linkedWords = ({ broker, isInstead }: Linked): string =>
  `${isInstead ? "Another" : "A"} broker account was linked at ${brokerTitles[broker]}`;

export const linkedMail = (to: DraftMail["to"], linked: Linked, done: DoneWhen): DraftMail => ({
  to,
  subject: `${linkedWords(linked)} · ${brand.name}`,
  parts: {
    heading: linkedWords(linked),
    paragraphs: [
      linked.isInstead
        ? `It takes the place of the account that was linked there before. ${brand.name} asks this one for orders from now on.`
        : `Orders that ${brand.name} places for you can go to this account from now on.`,
    ],
    facts: [
      ["Broker", brokerTitles[linked.broker]],
      ["Client ID", `ends in ${clientTail(linked.clientId)}`],
      ...doneFacts(done),
    ],
    hasFactsFirst: true,
    button: { label: "Check the connection", leadsTo: connectionPaths[linked.broker] },
    closing: `If it was you, there is nothing to do. If not, disconnect it there, change your password in your settings and write to ${brand.supportEmail}.`,
  },
});
