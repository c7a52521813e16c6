import { brand } from "@vriddhi/core/site/brand";
import type { DraftMail } from "./mail.ts";

/** A kept copy of this mail proves later that nothing before it was changed. */
export const auditHeadMail = (
  address: string,
  day: string,
  seal: { readonly n: number; readonly head: string },
): DraftMail => ({
  to: { name: `${brand.name} operator`, address },
  subject: `Head of the audit of ${day} · ${brand.name}`,
  parts: {
    heading: `Head of the audit of ${day}`,
    paragraphs: [
      `Seal ${seal.n} has the head ${seal.head}.`,
      "Keep this mail. If a row of the audit up to this day is changed or removed, the check in the back office no longer finds this head.",
    ],
    closing: "The desk's audit page checks a head for you.",
    reason: "You get this mail because you run the product.",
  },
});
