import { brand } from "@vriddhi/core/site/brand";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

/** Carries no name: whoever typed the address typed the name as well, and may be a stranger. */
export function codeMail(address: string, code: string): Mail {
  return {
    to: { name: "", address },
    subject: `${code} is your ${brand.name} verification code`,
    ...renderMail({
      heading: "Confirm your email address",
      paragraphs: [
        `Somebody is opening a ${brand.name} account with this address. If it is you, enter this code within 10 minutes, in the browser in which you signed up:`,
      ],
      code,
      closing: "If it is not you, do not use the code and give it to nobody. No account is opened without it.",
    }),
  };
}

export function takenAddressMail(address: string): Mail {
  return {
    to: { name: "", address },
    subject: `You already have a ${brand.name} account`,
    ...renderMail({
      heading: "You already have an account",
      paragraphs: [
        "Somebody tried to sign up with this address, which already has an account. If it was you, log in instead; if you do not remember your password, reset it from the login page.",
      ],
      closing: "If it was not you, there is nothing to do: your account is unchanged.",
    }),
  };
}

export function welcomeMail(to: { name: string; address: string }): Mail {
  return {
    to,
    subject: `Welcome to ${brand.name}`,
    ...renderMail({
      heading: `Welcome, ${to.name}`,
      paragraphs: [
        "Your account is open. Next, choose a plan or start the free trial, then link your broker: Fyers, Angel One or Zerodha.",
        "Nothing is traded before you have linked a broker, set your capital and pressed Activate yourself.",
      ],
      closing: brand.riskDisclosure,
    }),
  };
}

export function commonPasswordMail(to: { name: string; address: string }): Mail {
  return {
    to,
    subject: `Please change your ${brand.name} password`,
    ...renderMail({
      heading: "Your password is one of the commonest",
      paragraphs: [
        "Your password stands on every list that thieves try first. Nothing has happened to your account as far as we know, and it stays open.",
        "Please choose another one in Settings, or switch on two-step sign-in there. Until then we remind you once a week.",
      ],
      closing: "We never ask for your password by mail, phone or chat.",
    }),
  };
}

export function newDeviceMail(
  to: { name: string; address: string },
  from: { ip: string; device: string },
  when: string,
): Mail {
  return {
    to,
    subject: `New sign-in to your ${brand.name} account`,
    ...renderMail({
      heading: "A new device signed in",
      paragraphs: [
        `On ${when} a device we had not seen before signed in to your account.`,
        `Device: ${from.device || "unknown"}`,
        `Address: ${from.ip}`,
      ],
      closing:
        "If it was you, there is nothing to do. If not, change your password and end that session in your settings.",
    }),
  };
}
