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
} as const;

/** Sent past the queue, which is in the database that it reports on. */
export const databaseMail = (news: keyof typeof words, address: string, process: string): WrittenMail => ({
  to: { name: `${brand.name} operator`, address },
  subject: `${words[news].subject} · ${brand.name}`,
  ...renderMail({
    heading: words[news].subject,
    paragraphs: words[news].paragraphs,
    closing: `Sent by ${process}.`,
    reason: "You get this mail because you run the product.",
  }),
});
