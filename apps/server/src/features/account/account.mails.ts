import { brokersInWords } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { plansPath, SETTINGS_PATH } from "@vriddhi/core/site/dashboard-path";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { type CodeAsked, codeFacts, deviceWords, momentWords } from "../../platform/mail/mail-format.ts";

const ADDRESS_ENTERED = `You get this mail because this address was entered at ${brand.name}.`;
const NEVER_ASKED = `${brand.name} never asks for this code by phone, mail or chat.`;

/** Carries no name: the sender of the form typed name and address, and may be a stranger to the recipient. */
export const codeMail = (address: string, code: string, asked: CodeAsked): DraftMail => ({
  to: { name: "", address },
  subject: `${code} is your ${brand.name} verification code`,
  parts: {
    heading: "Confirm your email address",
    paragraphs: [
      `This address is being used to open a ${brand.name} account. If it is you, enter this code in the browser in which you signed up.`,
    ],
    code,
    facts: codeFacts(asked),
    closing: `Not you? Ignore this mail: no account is opened without the code. ${NEVER_ASKED}`,
    reason: ADDRESS_ENTERED,
  },
});

export const takenAddressMail = (address: string): DraftMail => ({
  to: { name: "", address },
  subject: `You already have a ${brand.name} account`,
  parts: {
    heading: "You already have an account",
    paragraphs: [
      "This address was used for a new sign-up, but it already has an account. If it was you, log in instead; if you do not remember your password, reset it from the login page.",
    ],
    button: { label: "Log in", leadsTo: "/auth" },
    closing: "If it was not you, there is nothing to do: your account is unchanged.",
    reason: ADDRESS_ENTERED,
  },
});

export const welcomeMail = (to: DraftMail["to"]): DraftMail => ({
  to,
  subject: `Welcome to ${brand.name}`,
  parts: {
    heading: `Welcome, ${to.name}`,
    paragraphs: [
      `Your account is open. Next, choose a plan or start the free trial, then link your broker: ${brokersInWords("or")}.`,
      "Nothing is traded before you have linked a broker, set your capital and pressed Activate yourself.",
    ],
    button: { label: "See plans and the free trial", leadsTo: plansPath },
    closing: brand.riskDisclosure,
  },
});

export const commonPasswordMail = (to: DraftMail["to"]): DraftMail => ({
  to,
  subject: `Please change your ${brand.name} password`,
  parts: {
    heading: "Your password is one of the most common",
    paragraphs: [
      "Your password is on the lists that attackers try first. We know of no misuse of your account, and it stays open.",
      "Please choose another one in Settings, or switch on two-step sign-in there. Until then we remind you once a week.",
    ],
    button: { label: "Open settings", leadsTo: SETTINGS_PATH },
    closing: "We never ask for your password by mail, phone or chat.",
  },
});

export const newDeviceMail = (
  to: DraftMail["to"],
  from: { readonly ip: string; readonly device: string },
  when: EpochMs,
): DraftMail => ({
  to,
  subject: `New sign-in to your ${brand.name} account`,
  parts: {
    heading: "A new device signed in",
    paragraphs: ["A device we had not seen before signed in to your account."],
    facts: [
      ["Device", deviceWords(from.device)],
      ["Address", from.ip],
      ["When", momentWords(when)],
    ],
    hasFactsFirst: true,
    button: { label: "Check your devices", leadsTo: SETTINGS_PATH },
    closing:
      "If it was you, there is nothing to do. If not, change your password and end that session in your settings.",
  },
});
