import { brand } from "@vriddhi/core/site/brand";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { type DoneWhen, doneFacts } from "../../platform/mail/mail-format.ts";

/** The last mail: an attacker must not delete an account unnoticed. */
export const deletedMail = (
  { name, email }: { readonly name: string; readonly email: string },
  done: DoneWhen,
): DraftMail => ({
  to: { name, address: email },
  subject: `Your ${brand.name} account was deleted`,
  parts: {
    heading: "Your account was deleted",
    paragraphs: [
      "Your password, phone number, date of birth and broker credentials are deleted, and the account can no longer be used to log in.",
      "The law makes us keep some of it: invoices as they were issued, with the name and address on them, for six years after the tax return of their year; orders and trades under a number without a name. Keyed hashes, which do not reveal an address, stay so that a second free trial is refused.",
    ],
    facts: doneFacts(done),
    hasFactsFirst: true,
    button: { label: "It was not me: write to us", leadsTo: "/support" },
    closing: `If it was not you, write to ${brand.supportEmail} at once.`,
    reason: `You get this mail because this was the address of a ${brand.name} account until now.`,
  },
});
