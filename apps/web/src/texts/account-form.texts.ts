import { type AccountInputError, PASSWORD_MIN } from "@vriddhi/core/account/rules";

export const fieldFaultTexts: Record<AccountInputError, string> = {
  name_required: "Name is required",
  email_required: "Email is required",
  email_invalid: "Email is invalid",
  dob_required: "Date of birth is required",
  too_young: "You must be at least 13 years old",
  password_required: "Password is required",
  password_short: "Password must be at least 6 characters",
  password_blank: "Password must not be only spaces",
  passwords_differ: "Passwords do not match",
  code_required: "Verification code is required",
};

export const newPasswordTexts = {
  password: "Password",
  confirmPassword: "Confirm password",
  strength: "Password strength",
  common: "This is one of the most common passwords. Please choose another one.",
  minimum: `At least ${PASSWORD_MIN} characters`,
} as const;

export const mailedCodeTexts = {
  code: "Verification code",
  validity: "It is valid for 10 minutes. Check your spam folder too.",
  resend: "Send a new code",
  resendIn: (seconds: number) => `Send a new code in ${seconds} s`,
} as const;

export const unreachableText = "We could not reach the server. Check your connection and try again.";
