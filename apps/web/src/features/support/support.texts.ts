import { brand } from "@vriddhi/core/site/brand";
import { SUPPORT_MESSAGE_MAX, SUPPORT_MESSAGE_MIN } from "@vriddhi/core/site/support-message";
import { serviceClaims } from "../../lib/site-claims.ts";
import type { FaqEntry } from "../../ui/faq-list.tsx";

export const supportTexts = {
  title: "Support",
  lead: `Start a conversation at any hour: tell us what happened and what you expected. A person answers ${brand.replyTime}, here and by email.`,
  name: "Name",
  email: "Email",
  topic: "What is it about?",
  message: "Message",
  messageHint:
    "Please leave out passwords, PINs and one-time codes. Only the connection form asks for your PIN. We never ask for it by phone, mail or chat.",
  /** For bots only. */
  website: "Website",
  send: "Send message",
  orMail: "Or write to",
  sentTitle: "Your message has arrived",
  sentReference: "Your reference is",
  sentBody: (email: string) =>
    `A person answers ${brand.replyTime}, in the conversation above and to ${email}. A confirmation is on its way; check your spam folder too.`,
  another: "Write another message",
  faqTitle: "Answered before",
  urgentTitle: "Something is trading that should not?",
  urgent:
    "Do not wait for a mail. Open your dashboard and press Stop everything; at your broker you can close every position yourself at any time.",
  urgentLink: "Open your dashboard",
  failed: "We could not send your message. Please try again in a minute.",
  tooMany: "You have sent too many messages. Please wait a while, or write to us by email.",
} as const;

export const supportFaults = {
  name: "Name is required",
  emailMissing: "Email is required",
  emailBroken: "Email is invalid",
  short: `Please describe your question in at least ${SUPPORT_MESSAGE_MIN} characters`,
  long: `Please keep it under ${SUPPORT_MESSAGE_MAX} characters`,
} as const;

export const supportFaq: readonly FaqEntry[] = [
  { question: "When do I get an answer?", answer: serviceClaims.supportReply },
  {
    question: "No verification code arrives",
    answer:
      "Codes are valid for 10 minutes and a new one can be sent every minute. Check your spam folder and the address you typed, and ask for a new code on the same screen.",
  },
  {
    question: "My broker is disconnected every morning",
    answer:
      "Brokers end every session at night. Accounts that can be renewed without you are reconnected at 8:30 AM; for the others we send a link at 8:05 AM, 8:30 AM and 8:50 AM with which you reconnect in one tap.",
  },
  {
    question: "The algorithm did not start",
    answer:
      "A run can start until 9:10 AM on trading days. It needs an active subscription and a connected broker. The dashboard names what is missing; after 9:10 AM it offers to start on the next trading day.",
  },
  {
    question: "A payment left my account but my plan is not active",
    answer:
      "A payment that is still being confirmed shows as received. Your plan starts automatically when the bank confirms it, usually within minutes. If the bank refuses it, the bank returns the amount.",
  },
  {
    question: "How do I get the refund of my fee?",
    answer:
      "You do not have to ask. When a period ends, we compute the gross result from your account’s fills. If it is a loss, we refund the fee the way you paid it and show you the calculation.",
  },
  {
    question: "I cannot find my e-book",
    answer:
      "The download link is mailed to the address you paid with and works for 7 days. The page where you bought the e-book makes a new link on the same device; or write to us from that address and we send one.",
  },
];
