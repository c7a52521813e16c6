import type { AccountFault } from "@vriddhi/core/account/rules";
import { brand } from "@vriddhi/core/site/brand";

/** A5.1, A5.2, A5.3, A5.6: beside the field. */
export const fieldFaultTexts: Record<AccountFault, string> = {
  name_required: "Name is required",
  email_required: "Email is required",
  email_invalid: "Email is invalid",
  dob_required: "Date of birth is required",
  too_young: "You must be at least 13 years old",
  password_required: "Password is required",
  password_short: "Password must be at least 6 characters",
  passwords_differ: "Passwords do not match",
  code_required: "Verification code is required",
};

const FILL_IN_ALL = "Please fill in all fields";

/** A5.1, A5.4: the last check before a request leaves, said as a toast. */
export const submitFaultTexts: Record<AccountFault, string> = {
  name_required: FILL_IN_ALL,
  email_required: FILL_IN_ALL,
  dob_required: FILL_IN_ALL,
  password_required: FILL_IN_ALL,
  password_short: "Password must be at least 6 characters long",
  email_invalid: "Please enter a valid email address",
  too_young: "You must be at least 13 years old to sign up",
  passwords_differ: fieldFaultTexts.passwords_differ,
  code_required: fieldFaultTexts.code_required,
};

/** A8.2, A8.3 */
export const accountFailureTexts = {
  login: (status: number) => `Login failed (${status})`,
  loginWithoutUser: "User data not returned from server.",
  unreachable: "We could not reach the server. Check your connection and try again.",
  signup: "Signup failed",
  signupUnreachable: "Signup failed. Please try again later.",
  verification: "Verification failed",
  verificationUnreachable: "Verification failed. Please try again.",
  resend: "We could not send a new code. Please try again.",
} as const;

export const loginTexts = {
  title: `Log in to ${brand.name}`,
  lead: "Your desk for today: broker, approvals, positions.",
  email: "Email",
  password: "Password",
  rememberMe: "Remember me",
  forgotPassword: "Forgot password?",
  submit: "Log in",
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
  password: "Password",
  confirmPassword: "Confirm password",
  strength: "Password strength",
  continue: "Continue",
  back: "Back",
  submit: "Create Account",
  hasAccount: "Already have an account?",
  toLogin: "Log in",
} as const;

export const verificationTexts = {
  title: "Check your email",
  lead: "We sent a 6-digit code to",
  validity: "It is valid for 10 minutes. Look into the spam folder too.",
  code: "Verification code",
  submit: "Verify email",
  resend: "Send a new code",
  resendIn: (seconds: number) => `Send a new code in ${seconds} s`,
  resent: "If the address is waiting for a code, a new one is on its way.",
  back: "Back to login",
  verified: "Your email is verified. You can log in now.",
  unverified: "Your email is not verified yet. Enter the code we sent you.",
} as const;

export const faultCount = (count: number): string =>
  count === 1 ? "One field needs your attention." : `${count} fields need your attention.`;

/** How it works, in our own words: what the product does, never what it earns. */
export const brandPanelTexts = {
  heading: ["Your broker.", "Your rules.", "Our discipline."],
  points: [
    {
      title: "It trades in your own account",
      body: "Orders go to your Fyers, Angel One or Zerodha account. Your money and your shares never pass through us.",
    },
    {
      title: "You stay in charge",
      body: "Approve every trade within 15 seconds, or once for the whole day. Stop whenever you like.",
    },
    {
      title: "Every day ends flat",
      body: "Positions are opened and closed the same day, under a daily stop-loss that locks until tomorrow.",
    },
  ],
} as const;
