import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

interface Recipient {
  readonly name: string;
  readonly address: string;
}

export const resetMail = (to: Recipient, code: string): Mail => ({
  to,
  subject: `${code} resets your ${brand.name} password`,
  ...renderMail({
    heading: "Reset your password",
    paragraphs: ["Enter this code within 10 minutes to choose a new password:"],
    code,
    closing: "If you did not ask for it, ignore this mail: your password stays as it is.",
  }),
});

export const loginCodeMail = (to: Recipient, code: string): Mail => ({
  to,
  subject: `${code} opens your ${brand.name} account`,
  ...renderMail({
    heading: "A code for your login",
    paragraphs: [
      "Somebody has tried many wrong passwords for your account, so a right one is not enough for a while. Enter this code within 10 minutes to log in:",
    ],
    code,
    closing: `If you did not try to log in just now, somebody knows your password: reset it at once and write to ${brand.supportEmail}.`,
  }),
});

export const newAddressMail = (to: Recipient, code: string): Mail => ({
  to,
  subject: `${code} confirms your new ${brand.name} address`,
  ...renderMail({
    heading: "Confirm your new address",
    paragraphs: [`Enter this code in ${brand.name} within 10 minutes to use this address from now on:`],
    code,
    closing: "If you did not ask for it, ignore this mail: nothing changes.",
  }),
});

export const passwordChangedMail = (to: Recipient): Mail => ({
  to,
  subject: `Your ${brand.name} password was changed`,
  ...renderMail({
    heading: "Your password was changed",
    paragraphs: ["All other devices have been signed out."],
    closing: `If it was not you, reset your password at once and write to ${brand.supportEmail}.`,
  }),
});

/** Goes to the old address: whoever loses an account must hear of it. */
export const addressChangedMail = (to: Recipient): Mail => ({
  to,
  subject: `Your ${brand.name} address was changed`,
  ...renderMail({
    heading: "Your account has a new address",
    paragraphs: ["From now on, your account uses another e-mail address."],
    closing: `If it was not you, write to ${brand.supportEmail} at once.`,
  }),
});
