import { isCommonPassword } from "@vriddhi/core/account/guessable-passwords";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import { isOutdatedHash, type PasswordHasher, type Turn } from "../../platform/crypto/password-hasher.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import type { NotifySafety } from "../../platform/mail/security-notice.ts";
import { newDeviceMail } from "./account.mails.ts";
import type { AccountStore, Signup, User } from "./account.store.ts";

export interface LoginDeps {
  readonly store: AccountStore;
  readonly clock: HumanClock;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly notifySafety: NotifySafety;
  readonly audit: Audit;
  renewCode(waiting: Signup, subject: string): Promise<void>;
  /** Mails a code if the password was right; called after every password, so that timing reveals nothing. */
  askForLoginCode(email: string, isRight: boolean): Promise<void>;
  checkLoginCode(userId: string, code: string): Promise<boolean>;
}

export type LoginRefusal = "bad_credentials" | "login_code_required" | "code_wrong" | TooMany | "busy";

export interface LoginFrom {
  readonly ip: string;
  readonly subject: string;
  readonly deviceId: string | null;
  signupOf(email: string): string | null;
  isKnownFor(userId: string): boolean;
}

export interface LoginInput {
  readonly email: string;
  readonly password: string;
  readonly mailCode: string | undefined;
}

/** The account of a right password, or a sign-up whose address is not verified yet. */
export type Admitted =
  | { readonly kind: "person"; readonly user: User; readonly hasUsedCode: boolean }
  | { readonly kind: "unverified"; readonly signupId: string };

export interface LoginService {
  /** Computes exactly one hash for every input, so that timing reveals nothing. */
  checkPassword(input: LoginInput, from: LoginFrom): Promise<Result<Admitted, LoginRefusal>>;
  notifyNewDevice(userId: string, from: { ip: string; device: string }): Promise<void>;
}

interface Found {
  readonly user: User | null;
  readonly waiting: Signup | null;
}

export function createLoginService(deps: LoginDeps): LoginService {
  const { store, clock, hasher, limiter, audit } = deps;

  /** The account of an address, or its open sign-up. Both are read for every address. */
  async function find(email: string, signupId: string | null): Promise<Found> {
    const user = await store.findUser(email);
    const waiting = await store.findSignup(email, clock.now(), signupId);
    return { user, waiting: user ? null : waiting };
  }

  /** Rehashes with the current cost while the password is available, and records a common password. */
  async function admit(user: User, { password, mailCode }: LoginInput): Promise<Result<Admitted, never>> {
    if (user.passwordHash !== null && isOutdatedHash(user.passwordHash)) {
      const renewed = await hasher.hash(password);
      if (renewed.ok) await store.renewPasswordHash(user.id, user.passwordHash, renewed.value);
    }
    const isCommon = isCommonPassword(password);
    if (isCommon !== user.hasCommonPassword) await store.noteCommonPassword(user.id, isCommon);
    return ok({ kind: "person", user, hasUsedCode: mailCode !== undefined });
  }

  async function leadToVerification(waiting: Signup, subject: string): Promise<Result<Admitted, never>> {
    await deps.renewCode(waiting, subject);
    return ok({ kind: "unverified", signupId: waiting.id });
  }

  /** Above the limit only the mailbox reveals whether the password was right. */
  async function guarded(user: User | null, input: LoginInput): Promise<Result<Admitted, LoginRefusal>> {
    const { email, mailCode } = input;
    if (mailCode === undefined) {
      await deps.askForLoginCode(email, user !== null);
      return err("login_code_required");
    }
    return user !== null && (await deps.checkLoginCode(user.id, mailCode)) ? admit(user, input) : err("code_wrong");
  }

  /** Limits per account and address, or per account and known device: an attacker cannot lock the owner out. */
  const mayTry = (email: string, { subject, deviceId }: LoginFrom, isKnown: boolean): Promise<boolean> =>
    limiter.take("login:account", `${email}|${isKnown ? `device ${deviceId}` : subject}`);

  /** The day's guesses from unknown devices are used up; known devices are exempt. */
  const isSpent = async (email: string, isKnown: boolean): Promise<boolean> =>
    !isKnown && !(await limiter.take("login:guesses", email));

  async function verify({ user, waiting }: Found, password: string, turn: Turn, ip: string) {
    const isRight = await hasher.verify((user ?? waiting)?.passwordHash ?? null, password, turn);
    if (isRight.ok && !isRight.value) await audit.record({ kind: "login_failed", userId: user?.id ?? null, ip });
    return isRight;
  }

  /** The password was right: signs the user in, or continues the verification of the address. */
  async function welcome(
    { user, waiting }: Found,
    input: LoginInput,
    from: LoginFrom,
    isKnown: boolean,
  ): Promise<Result<Admitted, LoginRefusal>> {
    if (!isKnown) await limiter.giveBack("login:guesses", input.email);
    if (user) return admit(user, input);
    return waiting ? leadToVerification(waiting, from.subject) : err("bad_credentials");
  }

  return {
    async checkPassword(input, from) {
      const found = await find(input.email, from.signupOf(input.email));
      const isKnown = found.user !== null && from.isKnownFor(found.user.id);
      if (!(await mayTry(input.email, from, isKnown))) return err(tooMany("login:account"));
      const isOverCeiling = await isSpent(input.email, isKnown);
      const isRight = await verify(found, input.password, { isKnown, subject: from.subject }, from.ip);
      if (!isRight.ok) return isRight;
      if (isOverCeiling) return guarded(isRight.value ? found.user : null, input);
      return isRight.value ? welcome(found, input, from, isKnown) : err("bad_credentials");
    },
    async notifyNewDevice(userId, from) {
      const user = await store.findUserById(userId);
      if (!user) return;
      const mail = newDeviceMail({ name: user.name, address: user.email }, from, clock.now());
      await store.transaction((tx) => deps.notifySafety(tx, { userId, what: "A new device signed in", mail }));
    },
  };
}
