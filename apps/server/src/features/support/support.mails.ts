import { brand } from "@vriddhi/core/site/brand";
import type { SupportTopic } from "@vriddhi/core/site/support-message";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";
import type { SupportThread } from "./support.store.ts";

const topicNames: Record<SupportTopic, string> = {
  account: "Account and login",
  broker: "Broker connection",
  trading: "Trading and the algorithm",
  payment: "Payment and refund",
  ebook: "E-book",
  other: "Something else",
};

/** To the desk: everything that was written, and whom to answer. */
export function deskMail(thread: SupportThread, body: string): Mail {
  return {
    to: { name: `${brand.name} support`, address: brand.supportEmail },
    subject: `[${thread.reference}] ${topicNames[thread.topic]}`,
    ...renderMail({
      heading: `${thread.name} asks about: ${topicNames[thread.topic]}`,
      paragraphs: [
        `Answer to: ${thread.email}`,
        thread.userId === null
          ? "Written without being signed in: the address is not proved."
          : `Account: ${thread.userId}`,
        ...body.split("\n").filter((line) => line.trim() !== ""),
      ],
      closing: `Keep [${thread.reference}] in the subject of your answer.`,
    }),
  };
}

/**
 * To the writer. It repeats nothing that was typed, not even the name: the address is not proved, and our mails must
 * not carry a stranger's words to somebody else.
 */
export function receivedMail({ reference, email, topic }: SupportThread): Mail {
  return {
    to: { name: "", address: email },
    subject: `[${reference}] We have your message`,
    ...renderMail({
      heading: "Your message has arrived",
      paragraphs: [
        `We opened thread ${reference} for it (${topicNames[topic]}). A person reads it and answers to this address.`,
        "We never ask for your password, your broker PIN or a one-time code. Please do not send them.",
      ],
      closing: "If you did not write to us, somebody mistyped an address: there is nothing to do.",
    }),
  };
}
