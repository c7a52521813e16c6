import type { DraftMail } from "../../platform/mail/mail.ts";
import type { NoticeWords } from "./notice-format.ts";

const NOTIFIED_BECAUSE = "You get this mail because you chose notices by mail.";

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
    reason: NOTIFIED_BECAUSE,
  },
});
