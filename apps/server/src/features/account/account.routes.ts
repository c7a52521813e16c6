import { createHash } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { Cookies, From, Handlers } from "../../platform/http/handler.ts";
import type { SignIn } from "../../platform/http/sign-in.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import { accountReplies } from "./account.messages.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { LoginService } from "./login.service.ts";
import { type Browser, SIGNUP_LIFETIME_MS, type SignupService } from "./signup.service.ts";

const SIGNUP_COOKIE = "signup";

/** Binds a sign-up to its address. A real sign-up and a decoy look alike; one for another address does not match. */
const boundTo = (email: string, signupId: string): string =>
  `${signupId}.${createHash("sha256").update(`${signupId} ${email}`).digest("base64url")}`;

function signupIn(cookie: string | null, email: string): string | null {
  const [signupId = ""] = (cookie ?? "").split(".");
  return cookie !== null && cookie === boundTo(email, signupId) ? signupId : null;
}

export interface AccountRoutesDeps {
  readonly signups: SignupService;
  readonly logins: LoginService;
  readonly devices: KnownDevices;
  readonly letIn: SignIn;
  checkSecondFactor(
    userId: string,
    code: string | undefined,
    from: From,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | TooMany>>;
  /** A login with a mailed code uses up the other codes. */
  dropLoginCodes(userId: string): Promise<void>;
}

const browserOf = ({ ip, device }: From, cookies: Cookies): Browser => ({
  ip,
  device,
  subject: limitSubject(ip),
  signupOf: (email) => signupIn(cookies.read(SIGNUP_COOKIE), email),
});

export const accountHandlers = (
  deps: AccountRoutesDeps,
): Handlers<"login" | "signup" | "verifyEmail" | "resendCode"> => ({
  async login({ body, from, session, cookies, caller }) {
    const checked = await deps.logins.checkPassword(
      { email: body.email, password: body.password, mailCode: body.mail_code },
      {
        ...browserOf(from, cookies),
        deviceId: deps.devices.idOf(cookies),
        isKnownFor: (userId) => deps.devices.isOf(cookies, userId),
      },
    );
    if (!checked.ok) return checked;
    if (checked.value.kind === "unverified") {
      // The password was right, so this browser may enter the code.
      cookies.put(SIGNUP_COOKIE, boundTo(body.email, checked.value.signupId), SIGNUP_LIFETIME_MS);
      return err("email_unverified");
    }
    const { user, hasUsedCode } = checked.value;
    const second = await deps.checkSecondFactor(user.id, body.totp, from);
    if (!second.ok) return second;
    if (hasUsedCode) await deps.dropLoginCodes(user.id);
    return ok(await deps.letIn(user, { from, session, cookies, caller }, body.remember_me ?? false, "password"));
  },
  async signup({ body, from, cookies }) {
    const signedUp = await deps.signups.signup(body, browserOf(from, cookies));
    if (!signedUp.ok) return signedUp;
    cookies.put(SIGNUP_COOKIE, boundTo(body.email, signedUp.value), SIGNUP_LIFETIME_MS);
    return ok({ message: accountReplies.signedUp });
  },
  async verifyEmail({ body, from, cookies }) {
    const { email, code, password } = body;
    const verified = await deps.signups.verifyEmail({ email, code, password }, browserOf(from, cookies));
    return verified.ok ? ok({ message: accountReplies.verified }) : verified;
  },
  async resendCode({ body, from, cookies }) {
    const resent = await deps.signups.resendCode(body.email, browserOf(from, cookies));
    return resent.ok ? ok({ message: accountReplies.resent }) : resent;
  },
});
