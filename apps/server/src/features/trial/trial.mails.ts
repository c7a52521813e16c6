import { brand } from "@vriddhi/core/site/brand";
import { plansPath } from "@vriddhi/core/site/dashboard-path";
import type { DraftMail } from "../../platform/mail/mail.ts";

export const trialEndedMail = (to: DraftMail["to"]): DraftMail => ({
  to,
  subject: `Your ${brand.name} free trial has ended`,
  parts: {
    heading: "Your free trial has ended",
    paragraphs: [
      "The broker account that you have just linked had its free trial before, with another account. The trial is once per person, so this one ends now.",
      "Your account and your link stay as they are. Choose a plan to go on.",
    ],
    button: { label: "Choose a plan", leadsTo: plansPath },
    closing: `If you think that this is wrong, write to ${brand.supportEmail}.`,
  },
});
