import { MINIMUM_AGE_YEARS } from "@vriddhi/core/account/rules";
import type { Messages } from "../../platform/http/handler.ts";

export const accountMessages: Messages<
  | "too_young"
  | "dob_known"
  | "bad_credentials"
  | "email_unverified"
  | "code_wrong"
  | "code_expired"
  | "wrong_password"
  | "email_taken"
  | "totp_required"
  | "totp_wrong"
  | "totp_already"
  | "totp_not_started"
  | "passkey_refused"
  | "proof_refused"
  | "password_required"
  | "login_code_required"
  | "last_way_in"
> = {
  too_young: "You must be at least 13 years old to sign up",
  dob_known: "We know your date of birth already. Write to support if it is wrong.",
  bad_credentials: "Invalid email or password",
  email_unverified: "Please verify your email address first. We have sent you a code.",
  code_wrong: "That code is not right or no longer valid. Please check it or request a new one.",
  code_expired: "That code is no longer valid. Please request a new one.",
  wrong_password: "That password is not right.",
  email_taken: "This address cannot be used. Please choose another one.",
  totp_required: "Enter the code from your authenticator app.",
  totp_wrong: "That authenticator code is not right.",
  totp_already: "An authenticator is already switched on.",
  totp_not_started: "No authenticator is waiting to be confirmed.",
  passkey_refused: "This passkey could not be accepted. Please try again.",
  proof_refused: "That does not prove that it is you. Enter your password, or sign in again.",
  password_required: "You signed up in another browser. Enter your password as well.",
  login_code_required:
    "Too many wrong passwords were tried for this account. If yours was right, we have mailed you a code: enter it to log in.",
  last_way_in: "Nothing else would open your account. Set a password first: use Forgot password on the login page.",
};

export const dobReplies = {
  kept: "Thank you. Your date of birth is kept with your account.",
  closed: `You must be at least ${MINIMUM_AGE_YEARS} years old to have an account, so we have closed it and deleted what we knew of you.`,
} as const;

/** Replies that are the same whether the address is known or not. */
export const accountReplies = {
  signedUp: "We have sent a verification code to your email address.",
  resent: "If this address is waiting for a code, a new one is on its way.",
  verified: "Email verified successfully. You can log in now.",
} as const;
