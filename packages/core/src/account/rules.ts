import { type IstDate, isCalendarDate } from "../time/ist.ts";

export const MINIMUM_AGE_YEARS = 13;
export const PASSWORD_MIN = 6;
/** A longer one only costs hashing time. */
export const PASSWORD_MAX = 128;
export const EMAIL_MAX = 254;
export const NAME_MAX = 80;
export const CODE_LENGTH = 6;

export type AccountInputError =
  | "name_required"
  | "email_required"
  | "email_invalid"
  | "dob_required"
  | "too_young"
  | "password_required"
  | "password_short"
  | "password_blank"
  | "passwords_differ"
  | "code_required";

/** Atoms between single dots before the @ (an apostrophe as in O'Brien is allowed), a dotted domain after it. */
const EMAIL_SHAPE =
  /^[^\s\p{Cc}@<>",;:()[\]\\.]+(?:\.[^\s\p{Cc}@<>",;:()[\]\\.]+)*@(?:[^\s\p{Cc}@<>"',;:()[\]\\.]+\.)+[^\s\p{Cc}@<>"',;:()[\]\\.]{2,}$/u;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL_SHAPE.test(text);

/** One key per mailbox, so that one address cannot hold two accounts. */
export const toEmailKey = (text: string): string => text.trim().toLowerCase();

/** Completed years on `today`; a birthday counts on its day. */
export function ageOn(today: IstDate, dateOfBirth: IstDate): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}

/** Brokers open accounts for adults only. */
export const TRADING_AGE_YEARS = 18;

type TradingAge = "old_enough" | "too_young" | "unknown";

/** Whether the user is old enough to trade; a user from Google may not have given a date of birth. */
export function tradingAgeOf(today: IstDate, dateOfBirth: IstDate | null): TradingAge {
  if (dateOfBirth === null) return "unknown";
  return ageOn(today, dateOfBirth) < TRADING_AGE_YEARS ? "too_young" : "old_enough";
}

export type Faults<Field extends string> = Partial<Record<Field, AccountInputError>>;

const emailFault = (email: string): AccountInputError | null => {
  if (email.trim() === "") return "email_required";
  return isEmail(email.trim()) ? null : "email_invalid";
};

const passwordFault = (password: string): AccountInputError | null => {
  if (password === "") return "password_required";
  return password.length < PASSWORD_MIN ? "password_short" : null;
};

export const isBlank = (text: string): boolean => /^[\s\p{Z}\p{C}]*$/u.test(text);

const newPasswordFault = (password: string): AccountInputError | null =>
  passwordFault(password) ?? (isBlank(password) ? "password_blank" : null);

const dobFault = (dob: string, today: IstDate): AccountInputError | null => {
  if (!isCalendarDate(dob)) return "dob_required";
  return ageOn(today, dob as IstDate) < MINIMUM_AGE_YEARS ? "too_young" : null;
};

const collect = <Field extends string>(found: Record<Field, AccountInputError | null>): Faults<Field> => {
  const faults: Faults<Field> = {};
  for (const field in found) {
    const fault = found[field];
    if (fault !== null) faults[field] = fault;
  }
  return faults;
};

export const checkLogin = (input: { email: string; password: string }): Faults<"email" | "password"> =>
  collect({ email: emailFault(input.email), password: passwordFault(input.password) });

export const checkSignupIdentity = (
  input: { name: string; email: string; dob: string },
  today: IstDate,
): Faults<"name" | "email" | "dob"> =>
  collect({
    name: input.name.trim() === "" ? "name_required" : null,
    email: emailFault(input.email),
    dob: dobFault(input.dob, today),
  });

export const checkSignupPassword = (input: {
  password: string;
  confirmPassword: string;
}): Faults<"password" | "confirmPassword"> =>
  collect({
    password: newPasswordFault(input.password),
    confirmPassword: input.confirmPassword === input.password ? null : "passwords_differ",
  });

export const checkCode = (input: { code: string }): Faults<"code"> =>
  collect({ code: input.code.trim() === "" ? "code_required" : null });

export type PasswordStrength = "Weak" | "Fair" | "Good" | "Strong";

/** A5.5: only the length counts; the caller shows nothing for an empty field. */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < PASSWORD_MIN || isBlank(password)) return "Weak";
  if (password.length < 8) return "Fair";
  return password.length < 10 ? "Good" : "Strong";
}
