import { brand } from "@vriddhi/core/site/brand";
import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { DraftMail } from "../../platform/mail/mail.ts";
import type { SupportThread } from "./support.store.ts";

export const topicNames: Record<SupportTopic, string> = {
  account: "Account and login",
  broker: "Broker connection",
  trading: "Trading and the algorithm",
  payment: "Payment and refund",
  ebook: "E-book",
  other: "Something else",
};

/** As on every page: the forms that link a broker ask for a PIN, staff never do. */
export const NO_SECRETS = `Only the connection form asks for your broker PIN. ${brand.name} never asks for a PIN, a password or a one-time code by phone, mail or chat.`;

/** To support: the whole message, and the address to answer. */
export function deskMail(thread: SupportThread, body: string): DraftMail {
  return {
    to: { name: `${brand.name} support`, address: brand.supportEmail },
    subject: `[${thread.reference}] ${topicNames[thread.topic]}`,
    parts: {
      heading: `A question about: ${topicNames[thread.topic]}`,
      paragraphs: body.split("\n").filter((line) => line.trim() !== ""),
      facts: [
        ["Written by", thread.name],
        ["Answer to", thread.email],
        thread.userId === null
          ? ["Address", "Not proved: written without being signed in"]
          : (["Account", thread.userId] as const),
      ],
      closing: `Keep [${thread.reference}] in the subject of your answer.`,
      reason: "You get this mail because you are responsible for support.",
    },
  };
}

/** Repeats nothing typed, not even the name: the address is unverified, and we must not mail a stranger's text. */
export function receivedMail({ reference, email, topic }: SupportThread): DraftMail {
  return {
    to: { name: "", address: email },
    subject: `[${reference}] We have your message`,
    parts: {
      heading: "Your message has arrived",
      paragraphs: [
        `A person reads it and answers to this address ${brand.replyTime}. The answer also appears at Support, in the browser you wrote from.`,
        `${NO_SECRETS} Please do not send them.`,
      ],
      facts: [
        ["Thread", reference],
        ["About", topicNames[topic]],
      ],
      closing: "If you did not write to us, another person mistyped their address: there is nothing to do.",
      reason: `You get this mail because this address was given with a message to ${brand.name}.`,
    },
  };
}
