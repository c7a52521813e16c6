import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

/** The last mail: whoever steals an account cannot make it vanish quietly. */
export const deletedMail = ({ name, email }: { readonly name: string; readonly email: string }): Mail => ({
  to: { name, address: email },
  subject: `Your ${brand.name} account was deleted`,
  ...renderMail({
    heading: "Your account was deleted",
    paragraphs: [
      "Your name, address and broker credentials are gone. Orders and invoices stay without a name for the years that the law demands.",
    ],
    closing: `If it was not you, write to ${brand.supportEmail} at once.`,
  }),
});
