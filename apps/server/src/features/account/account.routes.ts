import { ok, type Result } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { accountReplies } from "./account.messages.ts";
import type { LoginService } from "./login.service.ts";
import type { SignupService } from "./signup.service.ts";

/** What login needs of sessions and plans, which are other features' business. */
export interface AccountRoutesDeps {
  readonly signups: SignupService;
  readonly logins: LoginService;
  startSession(
    userId: string,
    from: { ip: string; device: string },
    isRemembered: boolean,
  ): Promise<{ token: string; maxAgeMs: number | null }>;
  planOf(userId: string): Promise<string | null>;
  checkSecondFactor(
    userId: string,
    code: string | undefined,
    ip: string,
  ): Promise<Result<void, "totp_required" | "totp_wrong">>;
}

export const accountHandlers = ({
  signups,
  logins,
  startSession,
  planOf,
  checkSecondFactor,
}: AccountRoutesDeps): Handlers<"login" | "signup" | "verifyEmail" | "resendCode"> => ({
  async login({ body, from, session }) {
    const subject = limitSubject(from.ip);
    const checked = await logins.checkPassword(body.email, body.password, { ip: from.ip, subject });
    if (!checked.ok) return checked;
    const { id, name, email, role, dob, createdAt } = checked.value;
    const second = await checkSecondFactor(id, body.totp, from.ip);
    if (!second.ok) return second;
    const started = await startSession(id, from, body.remember_me ?? false);
    session.start(started.token, started.maxAgeMs);
    return ok({ user: { id, name, email, role, plan: await planOf(id), dob, created_at: toTimestamp(createdAt) } });
  },
  async signup({ body, from }) {
    const signedUp = await signups.signup(body, from.ip);
    return signedUp.ok ? ok({ message: accountReplies.signedUp }) : signedUp;
  },
  async verifyEmail({ body, from }) {
    const verified = await signups.verifyEmail(body.email, body.code, from.ip);
    return verified.ok ? ok({ message: accountReplies.verified }) : verified;
  },
  async resendCode({ body }) {
    const resent = await signups.resendCode(body.email);
    return resent.ok ? ok({ message: accountReplies.resent }) : resent;
  },
});
