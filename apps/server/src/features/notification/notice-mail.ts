import type { DraftMail } from "../../platform/mail/mail.ts";
import type { NoticeWords } from "./notice-format.ts";

const TOLD_BECAUSE = "You get this mail because you let us tell you this by mail.";

/** A notice as a mail. */
export const noticeMail = (
  recipient: DraftMail["to"],
  { title, paragraphs, closing, facts = [], action, leadsTo }: NoticeWords,
): DraftMail => ({
  to: recipient,
  subject: title,
  parts: {
    heading: title,
    paragraphs,
    facts,
    closing,
    button: { label: action, leadsTo },
    reason: TOLD_BECAUSE,
  },
});
