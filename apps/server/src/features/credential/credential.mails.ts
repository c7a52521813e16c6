import { brand } from "@vriddhi/core/site/brand";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { type CodeAsked, codeFacts, type DoneWhen, doneFacts } from "../../platform/mail/mail-format.ts";

type Recipient = DraftMail["to"];

const NEVER_ASKED = `${brand.name} never asks for this code by phone, mail or chat.`;

export const resetMail = (to: Recipient, code: string, asked: CodeAsked): DraftMail => ({
  to,
  subject: `${code} resets your ${brand.name} password`,
  parts: {
    heading: "Reset your password",
    paragraphs: ["Enter this code where you asked for it, and choose a new password."],
    code,
    facts: codeFacts(asked),
    closing: `Not you? Ignore this mail: your password stays as it is. ${NEVER_ASKED}`,
    reason: `You get this mail because a new password was requested at ${brand.name}.`,
  },
});

export const loginCodeMail = (to: Recipient, code: string, asked: CodeAsked): DraftMail => ({
  to,
  subject: `${code} opens your ${brand.name} account`,
  parts: {
    heading: "A code for your login",
    paragraphs: [
      "Many wrong passwords were tried for your account, so for a while you also need a code. Enter this code to log in.",
    ],
    code,
    facts: codeFacts(asked),
    closing: `If you did not try to log in just now, another person knows your password: reset it at once and write to ${brand.supportEmail}. ${NEVER_ASKED}`,
  },
});

export const newAddressMail = (to: Recipient, code: string, asked: CodeAsked): DraftMail => ({
  to,
  subject: `${code} confirms your new ${brand.name} address`,
  parts: {
    heading: "Confirm your new address",
    paragraphs: [`Enter this code in ${brand.name} to use this address from now on.`],
    code,
    facts: codeFacts(asked),
    closing: `Not you? Ignore this mail: nothing changes. ${NEVER_ASKED}`,
    reason: `You get this mail because this address was entered in the settings of a ${brand.name} account.`,
  },
});

export const passwordChangedMail = (to: Recipient, done: DoneWhen): DraftMail => ({
  to,
  subject: `Your ${brand.name} password was changed`,
  parts: {
    heading: "Your password was changed",
    paragraphs: ["All other devices have been signed out."],
    facts: doneFacts(done),
    hasFactsFirst: true,
    button: { label: "It was not me: reset it", leadsTo: "/forgot-password" },
    closing: `If it was not you, reset your password at once and write to ${brand.supportEmail}.`,
  },
});

/** Goes to the old address: the owner must learn of a takeover. */
export const addressChangedMail = (to: Recipient, done: DoneWhen): DraftMail => ({
  to,
  subject: `Your ${brand.name} address was changed`,
  parts: {
    heading: "Your account has a new address",
    paragraphs: ["From now on, your account uses another e-mail address."],
    facts: doneFacts(done),
    hasFactsFirst: true,
    button: { label: "It was not me: write to us", leadsTo: "/support" },
    closing: `If it was not you, write to ${brand.supportEmail} at once.`,
    reason: `You get this mail because this was the address of a ${brand.name} account until now.`,
  },
});
