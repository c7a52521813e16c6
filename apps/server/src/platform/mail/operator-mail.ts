import { brand } from "@vriddhi/core/site/brand";
import type { WrittenMail } from "./mail.ts";
import { renderMail } from "./mail-layout.ts";

const words = {
  gone: {
    subject: "The database is gone",
    paragraphs: [
      "The database does not answer. Until it is back no order is sent; stops that rest at the brokers protect what is open.",
      "The supervisor restarts an embedded database automatically. An external database needs you.",
    ],
  },
  back: {
    subject: "The database is back",
    paragraphs: ["The database answers again. Every account that had something open is looked at first."],
  },
  ownerless: {
    subject: "Accounts have no worker",
    paragraphs: [
      "For ten seconds no worker has been acting for a part of the accounts. Their stops rest at the brokers; nothing else is sent for them.",
      "If a host is lost, another one closes what is open after about a minute and a half, and makes no entries. When you are sure that the lost host is off, confirm it: npm run declare-dead -- HOST.",
    ],
  },
  owned: {
    subject: "All accounts have a worker again",
    paragraphs: [
      "A worker acts for every account. The health page of the back office shows whether some are still in covering mode, without entries.",
    ],
  },
} as const;

export const operatorMail = (news: keyof typeof words, address: string, process: string): WrittenMail => ({
  to: { name: `${brand.name} operator`, address },
  subject: `${words[news].subject} · ${brand.name}`,
  ...renderMail({
    heading: words[news].subject,
    paragraphs: words[news].paragraphs,
    closing: `Sent by ${process}.`,
    reason: "You get this mail because you run the product.",
  }),
});
