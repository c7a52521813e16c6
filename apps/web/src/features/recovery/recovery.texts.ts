import { unreachableText } from "../../texts/account-form.texts.ts";

export const recoveryTexts = {
  stepOf: (step: 1 | 2) => `Step ${step} of 2`,
  email: "Email",
  emailTitle: "Forgot your password?",
  emailLead: "Enter the email address of your account. We send you a code to set a new password.",
  send: "Send code",
  hasCode: "I already have a code",
  backToLogin: "Back to login",
  passwordTitle: "Set a new password",
  /** Before and after the address. The same for every address: it must not reveal who has an account. */
  sentTo: ["If", "has an account, a 6-digit code is on its way."],
  enterFor: ["Enter the 6-digit code we sent to", "and a new password."],
  newPassword: "New password",
  submit: "Change password",
  otherEmail: "Use another email",
  resent: "If the address has an account, a new code is on its way.",
  passkeysTitle: "Are these passkeys yours?",
  passkeysLead: "They still open your account without the password. If you do not know one of them, remove them all.",
  passkeyAdded: (day: string) => `Added ${day}`,
  keepPasskeys: "They are mine: keep them",
  endPasskeys: "Remove all passkeys",
  passkeysEnded: "All passkeys were removed. You can log in with your new password.",
  done: "Your password has been changed. You can log in now.",
} as const;

export const recoveryFailureTexts = {
  unreachable: unreachableText,
  send: "We could not send a code. Please try again.",
  reset: "Your password could not be changed. Please try again.",
  endPasskeys: "The passkeys could not be removed. Log in and remove them in your settings.",
  tooMany: "Too many attempts. Please wait a moment and try again.",
} as const;
