import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { momentWords } from "../../platform/mail/mail-format.ts";

/** Without the full stop. */
export const announcedWords = "Two-step sign-in will be switched off tomorrow";

export const announcedMail = (to: DraftMail["to"], due: EpochMs): DraftMail => ({
  to,
  subject: `${announcedWords} · ${brand.name}`,
  parts: {
    heading: announcedWords,
    paragraphs: [
      "You told our support that you have lost your phone and your recovery codes. In 24 hours your account opens with the password alone, until you set up an authenticator again.",
      "If you find the phone or a code before that, log in with it: then everything stays as it is.",
    ],
    button: { label: "I found it: log in", leadsTo: "/auth" },
    facts: [["Switched off at", momentWords(due)]],
    closing: `If you did not ask for this, log in with your authenticator now and write to ${brand.supportEmail}.`,
  },
});
