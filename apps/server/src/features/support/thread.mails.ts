import { brand } from "@vriddhi/core/site/brand";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { NO_SECRETS, topicNames } from "./support.mails.ts";
import type { Thread } from "./thread.store.ts";

const linesOf = (bodies: readonly string[]): readonly string[] =>
  bodies.flatMap((body) => body.split("\n")).filter((line) => line.trim() !== "");

/** To the user, while they are away. A visitor answers by mail or in the same browser. */
export function answerMail(
  { id, reference, userId, name, email, topic }: Thread,
  bodies: readonly string[],
): DraftMail {
  const facts = [
    ["Thread", reference],
    ["About", topicNames[topic]],
  ] as const;
  const isKnown = userId !== null;
  return {
    to: { name: isKnown ? name : "", address: email },
    subject: `[${reference}] ${brand.name} support has answered`,
    parts: {
      heading: "An answer from support",
      paragraphs: linesOf(bodies),
      facts,
      ...(isKnown ? { button: { label: "Read and answer", leadsTo: `/support?thread=${id}` } } : {}),
      closing: isKnown
        ? NO_SECRETS
        : `Answer this mail and keep [${reference}] in its subject. You can also go on at Support in the browser you wrote from. ${NO_SECRETS}`,
      reason: `You get this mail because you wrote to ${brand.name} support.`,
    },
  };
}

export function waitingMail({ id, reference, name, topic }: Thread, bodies: readonly string[]): DraftMail {
  return {
    to: { name: `${brand.name} support`, address: brand.supportEmail },
    subject: `[${reference}] ${topicNames[topic]}`,
    parts: {
      heading: "A support thread is waiting",
      paragraphs: linesOf(bodies),
      facts: [
        ["Written by", name],
        ["About", topicNames[topic]],
      ],
      button: { label: "Open the thread", leadsTo: `/secret/support?thread=${id}` },
      closing: "Answer in the back office: the user sees it at once, or by mail when they are away.",
      reason: "You get this mail because you are responsible for support.",
    },
  };
}
