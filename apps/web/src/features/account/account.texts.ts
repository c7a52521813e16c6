import type { AccountInputError } from "@vriddhi/core/account/rules";
import { brokersInWords } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { serviceClaims } from "../../lib/site-claims.ts";
import { fieldFaultTexts, mailedCodeTexts, newPasswordTexts, unreachableText } from "../../texts/account-form.texts.ts";

const FILL_IN_ALL = "Please fill in all fields";

/** A5.1, A5.4: the last check before a request is sent, shown as a toast. */
export const submitFaultTexts: Record<AccountInputError, string> = {
  name_required: FILL_IN_ALL,
  email_required: FILL_IN_ALL,
  dob_required: FILL_IN_ALL,
  password_required: FILL_IN_ALL,
  password_short: "Password must be at least 6 characters long",
  password_blank: fieldFaultTexts.password_blank,
  email_invalid: "Please enter a valid email address",
  too_young: "You must be at least 13 years old to sign up",
  passwords_differ: fieldFaultTexts.passwords_differ,
  code_required: fieldFaultTexts.code_required,
};

export const accountFailureTexts = {
  login: (status: number) => `Login failed (${status})`,
  loginWithoutUser: "User data not returned from server.",
  unreachable: unreachableText,
  signup: "Signup failed",
  signupUnreachable: "Signup failed. Please try again later.",
  verification: "Verification failed",
  verificationUnreachable: "Verification failed. Please try again.",
  resend: "We could not send a new code. Please try again.",
} as const;

export const loginTexts = {
  title: `Log in to ${brand.name}`,
  lead: "Log in to see your broker, approvals and positions.",
  email: "Email",
  password: "Password",
  rememberMe: "Remember me",
  forgotPassword: "Forgot password?",
  submit: "Log in",
  or: "or",
  noAccount: "New here?",
  toSignup: "Create an account",
} as const;

export const signupTexts = {
  title: "Create your account",
  stepOf: (step: 1 | 2) => `Step ${step} of 2`,
  identityLead: "Who are you? We ask for no card and no broker login here.",
  passwordLead: (email: string) => `Choose a password for ${email}.`,
  name: "Name",
  email: "Email",
  dob: "Date of birth",
  dobHint: "You must be at least 13.",
  ...newPasswordTexts,
  continue: "Continue",
  back: "Back",
  submit: "Create Account",
  hasAccount: "Already have an account?",
  toLogin: "Log in",
} as const;

export const verificationTexts = {
  title: "Check your email",
  lead: "We sent a 6-digit code to",
  yourAddress: "your email address",
  ...mailedCodeTexts,
  submit: "Verify email",
  resent: "If the address is waiting for a code, a new one is on its way.",
  back: "Back to login",
  verified: "Your email is verified. You can log in now.",
  password: "Password",
  passwordHint: "You signed up in another browser, so we ask for your password as well.",
  passwordRequired: "Password is required",
  unverified: "Your email is not verified yet. Enter the code we sent you.",
} as const;

/** After too many wrong passwords, from any address. */
export const mailCodeTexts = {
  title: "Check your email",
  lead: "Many wrong passwords were tried for this account. If yours is right, we have mailed you a 6-digit code.",
  wrong: "That code is not right or no longer valid. Go back and log in again for a new one.",
  submit: "Log in",
  back: "Back to login",
} as const;

export const secondFactorTexts = {
  back: "Back to login",
  submit: "Log in",
  app: {
    title: "Enter the code from your authenticator app",
    lead: "It shows six digits that change every 30 seconds.",
    code: "6-digit code",
    incomplete: "Enter all six digits",
    wrong: "That code is not right or was used already. Wait for the next one.",
    other: "Use a recovery code instead",
  },
  recovery: {
    title: "Enter a recovery code",
    lead: "You kept ten of them when you set up the authenticator. Each works once.",
    code: "Recovery code",
    incomplete: "Enter the whole code, like K7MPD-2XW4Q",
    wrong: "That recovery code is not right or was used already.",
    other: "Use the authenticator app instead",
  },
} as const;

/** What the product does, never what it earns. */
export const brandPanelTexts = {
  heading: ["Your broker.", "Your rules.", "Our discipline."],
  points: [
    {
      title: "It trades in your own account",
      body: `Orders go to your ${brokersInWords("or")} account. Your money and your shares never pass through us.`,
    },
    {
      title: "You stay in charge",
      body: "Approve every trade within 15 seconds, or once for the whole day. Stop whenever you like.",
    },
    {
      title: "The day has an end",
      body: `${serviceClaims.closing} A daily stop-loss locks trading until tomorrow.`,
    },
  ],
} as const;

/** Shown to users who signed up with Google. */
export const dobTexts = {
  title: "When were you born?",
  lead: "Google does not tell us. We ask once, and keep it with your account.",
  dob: "Date of birth",
  hint: (account: number, trading: number) => `At least ${account} years for an account, ${trading} to trade.`,
  tooYoung: (years: number) =>
    `You must be at least ${years} years old to have an account. If the date is right, we close it and delete what we know of you.`,
  submit: "Continue",
  close: "Close my account",
  leave: "Log out",
  failed: "That could not be saved. Please try again.",
} as const;
