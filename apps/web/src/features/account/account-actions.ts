import type { UserReply } from "@vriddhi/contract/account";
import { checkCode, checkLogin, checkSignupIdentity, checkSignupPassword } from "@vriddhi/core/account/rules";
import { type Api, ApiError } from "../../lib/api.ts";
import { istToday } from "../../lib/clock.ts";
import { accountFailureTexts } from "./account.texts.ts";
import { submitFault } from "./submit-fault.ts";

export interface Refused {
  readonly kind: "refused";
  readonly tone: "warning" | "error";
  readonly sentence: string;
  readonly place?: "password" | "code";
}
export type Done = { readonly kind: "done" };

export interface LoginValues {
  readonly email: string;
  readonly password: string;
  /** Unset where the form was submitted without a script. */
  readonly rememberMe?: boolean;
  /** An authenticator or recovery code. */
  readonly totp?: string;
  /** Required after too many wrong passwords from any address. */
  readonly mailCode?: string;
}
export type LoginOutcome =
  | { readonly kind: "signed_in"; readonly user: UserReply }
  | { readonly kind: "unverified" }
  /** The password is right; the authenticator's code is still missing. */
  | { readonly kind: "second_factor" }
  | { readonly kind: "second_factor_wrong" }
  /** Too many wrong passwords were tried; a code was mailed if this one is right. */
  | { readonly kind: "mail_code" }
  | { readonly kind: "mail_code_wrong" }
  | Refused;

export interface SignupValues {
  readonly name: string;
  readonly email: string;
  readonly dob: string;
  readonly password: string;
  readonly confirmPassword: string;
}

const refused = (sentence: string): Refused => ({ kind: "refused", tone: "error", sentence });
const warned = (sentence: string): Refused => ({ kind: "refused", tone: "warning", sentence });

const PLACES: Readonly<Record<string, Refused["place"]>> = { bad_credentials: "password", code_wrong: "code" };

function sayFailure(cause: unknown, fallback: string, unreachable: string): Refused {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.status === 0) return refused(unreachable);
  const no = refused(cause.detail ?? fallback);
  const place = PLACES[cause.code];
  return place === undefined ? no : { ...no, place };
}

const toLoginDetour = (cause: unknown): LoginOutcome | null => {
  if (!(cause instanceof ApiError)) return null;
  if (cause.code === "email_unverified") return { kind: "unverified" };
  if (cause.code === "totp_required") return { kind: "second_factor" };
  if (cause.code === "login_code_required") return { kind: "mail_code" };
  if (cause.code === "code_wrong") return { kind: "mail_code_wrong" };
  return cause.code === "totp_wrong" ? { kind: "second_factor_wrong" } : null;
};

/** A3.2: address and password; the rest only where the server requires it. */
function loginBody(values: LoginValues) {
  const body: { email: string; password: string; remember_me?: true; totp?: string; mail_code?: string } = {
    email: values.email,
    password: values.password,
  };
  if (values.rememberMe === true) body.remember_me = true;
  if (values.totp !== undefined) body.totp = values.totp;
  if (values.mailCode !== undefined) body.mail_code = values.mailCode;
  return body;
}

export async function logIn(api: Api, values: LoginValues): Promise<LoginOutcome> {
  const fault = submitFault(checkLogin(values));
  if (fault !== null) return warned(fault);
  try {
    const reply: { readonly user?: UserReply } = await api("POST", "/auth/login", { body: loginBody(values) });
    return reply.user ? { kind: "signed_in", user: reply.user } : refused(accountFailureTexts.loginWithoutUser);
  } catch (cause) {
    const detour = toLoginDetour(cause);
    if (detour !== null) return detour;
    const status = cause instanceof ApiError ? cause.status : 0;
    return sayFailure(cause, accountFailureTexts.login(status), accountFailureTexts.unreachable);
  }
}

export async function signUp(api: Api, values: SignupValues): Promise<Done | Refused> {
  const fault = submitFault({ ...checkSignupIdentity(values, istToday()), ...checkSignupPassword(values) });
  if (fault !== null) return warned(fault);
  const { name, email, password, dob } = values;
  try {
    await api("POST", "/auth/signup", { body: { name, email, password, dob } });
    return { kind: "done" };
  } catch (cause) {
    return sayFailure(cause, accountFailureTexts.signup, accountFailureTexts.signupUnreachable);
  }
}

export interface VerifyValues {
  readonly email: string;
  readonly code: string;
  readonly password?: string;
}
/** The sign-up happened in another browser: the password is needed as well. */
export type PasswordWanted = { readonly kind: "password_wanted" };

export async function verifyEmail(api: Api, values: VerifyValues): Promise<Done | PasswordWanted | Refused> {
  const fault = submitFault(checkCode(values));
  if (fault !== null) return warned(fault);
  const { email, code, password } = values;
  try {
    await api("POST", "/auth/verify-email", { body: { email, code, ...(password === undefined ? {} : { password }) } });
    return { kind: "done" };
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === "password_required") return { kind: "password_wanted" };
    return sayFailure(cause, accountFailureTexts.verification, accountFailureTexts.verificationUnreachable);
  }
}

export async function resendCode(api: Api, email: string): Promise<Done | Refused> {
  try {
    await api("POST", "/auth/resend-code", { body: { email } });
    return { kind: "done" };
  } catch (cause) {
    return sayFailure(cause, accountFailureTexts.resend, accountFailureTexts.resend);
  }
}
