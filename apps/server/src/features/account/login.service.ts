import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import { toIstText } from "@vriddhi/core/time/ist";
import type { Audit } from "../../platform/audit/audit.ts";
import { isOutdatedHash, type PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { TellSafety } from "../../platform/mail/security-notice.ts";
import { newDeviceMail } from "./account.mails.ts";
import type { AccountStore, Signup, User } from "./account.store.ts";

export interface LoginDeps {
  readonly store: AccountStore;
  readonly clock: HumanClock;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly tellSafety: TellSafety;
  readonly audit: Audit;
  renewCode(waiting: Signup): Promise<void>;
}

export type LoginRefusal = "bad_credentials" | "email_unverified" | "too_many_requests" | "busy";

export interface LoginService {
  /** Exactly one hash is computed whoever asks, so that the time taken tells nothing. */
  checkPassword(
    email: string,
    password: string,
    from: { ip: string; subject: string },
  ): Promise<Result<User, LoginRefusal>>;
  tellNewDevice(userId: string, from: { ip: string; device: string }): Promise<void>;
}

/** `2026-11-16 08:40 IST` */
const toIstSentence = (at: EpochMs): string => `${toIstText(at).slice(0, 16).replace("T", " ")} IST`;

export function createLoginService(deps: LoginDeps): LoginService {
  const { store, clock, hasher, limiter, audit } = deps;

  /** The account of an address or, where there is none, the sign-up that waits for it. */
  async function find(email: string): Promise<{ user: User | null; waiting: Signup | null }> {
    const user = await store.findUser(email);
    return { user, waiting: user ? null : await store.findSignup(email, clock.now()) };
  }

  /** A hash made with yesterday's cost is made anew while the password is at hand. */
  async function admit(user: User, password: string): Promise<Result<User, never>> {
    if (user.passwordHash !== null && isOutdatedHash(user.passwordHash)) {
      const renewed = await hasher.hash(password);
      if (renewed.ok) await store.renewPasswordHash(user.id, user.passwordHash, renewed.value);
    }
    return ok(user);
  }

  async function leadToVerification(waiting: Signup | null): Promise<Result<never, "email_unverified">> {
    if (waiting) await deps.renewCode(waiting);
    return err("email_unverified");
  }

  async function refuse(user: User | null, ip: string): Promise<Result<never, "bad_credentials">> {
    await audit.record({ kind: "login_failed", userId: user?.id ?? null, ip });
    return err("bad_credentials");
  }

  return {
    async checkPassword(email, password, from) {
      // Per account and address: a stranger who guesses cannot lock the owner out.
      if (!(await limiter.take("login:account", `${email}|${from.subject}`))) return err("too_many_requests");
      const { user, waiting } = await find(email);
      const isRight = await hasher.verify((user ?? waiting)?.passwordHash ?? null, password);
      if (!isRight.ok) return isRight;
      if (!isRight.value) return refuse(user, from.ip);
      return user ? admit(user, password) : leadToVerification(waiting);
    },
    async tellNewDevice(userId, from) {
      const user = await store.findUserById(userId);
      if (!user) return;
      const mail = newDeviceMail({ name: user.name, address: user.email }, from, toIstSentence(clock.now()));
      await store.transaction((tx) => deps.tellSafety(tx, { userId, what: "A new device signed in", mail }));
    },
  };
}
