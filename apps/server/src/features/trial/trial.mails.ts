import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

export const trialEndedMail = (to: Mail["to"]): Mail => ({
  to,
  subject: `Your ${brand.name} free trial has ended`,
  ...renderMail({
    heading: "Your free trial has ended",
    paragraphs: [
      "The broker account that you have just linked had its free trial before, with another account. The trial is once per person, so this one ends now.",
      "Your account and your link stay as they are. Choose a plan to go on.",
    ],
    closing: `If you think that this is wrong, write to ${brand.supportEmail}.`,
  }),
});
