import { ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS } from "@vriddhi/core/time/clock";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { LetIn } from "../../platform/http/entrance.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { accountReplies } from "./account.messages.ts";
import type { LoginService } from "./login.service.ts";
import type { SignupService } from "./signup.service.ts";

const SIGNUP_COOKIE = "signup";

/** What login needs of other features. */
export interface AccountRoutesDeps {
  readonly signups: SignupService;
  readonly logins: LoginService;
  readonly letIn: LetIn;
  checkSecondFactor(
    userId: string,
    code: string | undefined,
    ip: string,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | "too_many_requests">>;
}

export const accountHandlers = ({
  signups,
  logins,
  letIn,
  checkSecondFactor,
}: AccountRoutesDeps): Handlers<"login" | "signup" | "verifyEmail" | "resendCode"> => ({
  async login({ body, from, session }) {
    const subject = limitSubject(from.ip);
    const checked = await logins.checkPassword(body.email, body.password, { ip: from.ip, subject });
    if (!checked.ok) return checked;
    const second = await checkSecondFactor(checked.value.id, body.totp, from.ip);
    if (!second.ok) return second;
    return ok(await letIn(checked.value, { from, session }, body.remember_me ?? false));
  },
  async signup({ body, from, cookies }) {
    const signedUp = await signups.signup(body, from.ip);
    if (!signedUp.ok) return signedUp;
    cookies.put(SIGNUP_COOKIE, signedUp.value, DAY_MS);
    return ok({ message: accountReplies.signedUp });
  },
  async verifyEmail({ body, from }) {
    const verified = await signups.verifyEmail(body.email, body.code, from.ip);
    return verified.ok ? ok({ message: accountReplies.verified }) : verified;
  },
  async resendCode({ body, cookies }) {
    const resent = await signups.resendCode(body.email, cookies.read(SIGNUP_COOKIE));
    return resent.ok ? ok({ message: accountReplies.resent }) : resent;
  },
});
