import { randomUUID } from "node:crypto";
import { isCommonPassword } from "@vriddhi/core/account/guessable-passwords";
import { ageOn, MINIMUM_AGE_YEARS } from "@vriddhi/core/account/rules";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Audit } from "../../platform/audit/audit.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { CODE_LIFE_MS, CODE_TRIES_MAX, type ShortCodes } from "../../platform/crypto/short-code.ts";
import { type Limiter, mayMailCode } from "../../platform/limits/limiter.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { codeMail, takenAddressMail, welcomeMail } from "./account.mails.ts";
import type { AccountStore, Signup, User } from "./account.store.ts";

export const SIGNUP_LIFETIME_MS = 7 * DAY_MS;

export interface SignupDeps {
  readonly store: AccountStore;
  readonly clock: HumanClock;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
  readonly audit: Audit;
  readonly codes: ShortCodes;
  askForResend(email: string, ownSignupId: string | null): Promise<void>;
}

export interface SignupInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly dob: IstDate;
}

export interface Browser {
  readonly ip: string;
  readonly device: string;
  readonly subject: string;
  signupOf(email: string): string | null;
}

export interface SignupService {
  /** Replies with the sign-up's id, which identifies it for this browser; a taken address gets a decoy. */
  signup(input: SignupInput, from: Browser): Promise<Result<string, "too_young" | TooMany | "busy">>;
  /** Requests a new code; whether a sign-up exists is checked after the answer. */
  resendCode(email: string, from: Browser): Promise<Result<void, TooMany>>;
  /** Renews the code of the browser's own sign-up, if any: the newest may be another person's. */
  mailResent(email: string, ownSignupId: string | null): Promise<void>;
  renewCode(waiting: Signup, subject: string): Promise<void>;
  /** Any browser but the one that signed up must also give the password. */
  verifyEmail(input: VerifyInput, from: Browser): Promise<Result<void, "code_wrong" | "password_required" | "busy">>;
}

export interface VerifyInput {
  readonly email: string;
  readonly code: string;
  readonly password: string | undefined;
}

export function createSignupService(deps: SignupDeps): SignupService {
  const { store, clock, hasher, limiter, audit, codes, postMail } = deps;
  const codeFor = (id: string, now: EpochMs) => ({ ...codes.make(id), codeExpiresAt: later(now, CODE_LIFE_MS) });

  const mailNewCode = (waiting: Signup): Promise<void> =>
    store.transaction(async (tx) => {
      const now = clock.now();
      const { code, codeHash, codeExpiresAt } = codeFor(waiting.id, now);
      await store.setCode(tx, waiting.id, codeHash, codeExpiresAt);
      await postMail(tx, codeMail(waiting.email, code, { now, until: codeExpiresAt, device: null }));
    });

  const { spend, proveElsewhere, open } = createVerifying(deps);

  return {
    async signup({ name, email, password, dob }, from) {
      const now = clock.now();
      if (ageOn(istDateOf(now), dob) < MINIMUM_AGE_YEARS) return err("too_young");
      const hashed = await hasher.hash(password, { isKnown: false, subject: from.subject });
      if (!hashed.ok) return hashed;
      const mailable = await mayMailCode(limiter, email, { subject: from.subject, isKnown: false });
      if (!mailable.ok) return mailable;
      const known = await store.findUser(email);
      const id = randomUUID();
      const { code, ...stored } = codeFor(id, now);
      const hasCommonPassword = isCommonPassword(password);
      const person = { email, name, dob, passwordHash: hashed.value, hasCommonPassword };
      const { device } = from;
      // A taken address runs the same statements, with a sign-up that expires at once: timing reveals nothing.
      const isTaken = known !== null;
      const lifetime = { createdAt: now, expiresAt: isTaken ? now : later(now, SIGNUP_LIFETIME_MS) };
      const asked = isTaken ? { ...stored, codeExpiresAt: now } : stored;
      await store.transaction(async (tx) => {
        await store.insertSignup(tx, { id, ...person, ...asked, ...lifetime });
        await audit.record({ kind: isTaken ? "signed_up_again" : "signed_up", userId: null, ip: from.ip }, tx);
        const mail = codeMail(email, code, { now, until: stored.codeExpiresAt, device });
        await postMail(tx, isTaken ? takenAddressMail(email) : mail);
      });
      return ok(id);
    },
    async resendCode(email, from) {
      const mailable = await mayMailCode(limiter, email, { subject: from.subject, isKnown: false });
      if (!mailable.ok) return mailable;
      await deps.askForResend(email, from.signupOf(email));
      return ok(undefined);
    },
    async mailResent(email, ownSignupId) {
      const waiting = await store.findSignup(email, clock.now(), ownSignupId);
      if (waiting) await mailNewCode(waiting);
    },
    async renewCode(waiting, subject) {
      const mailable = await mayMailCode(limiter, waiting.email, { subject, isKnown: false });
      if (mailable.ok) await mailNewCode(waiting);
    },
    // A wrong code, an expired code and an unknown address get the same answer, which reveals no addresses.
    async verifyEmail({ email, code, password }, { ip, subject, signupOf }) {
      const signupId = signupOf(email);
      if (signupId !== null) {
        const own = await spend(email, code, signupId);
        return own ? open(own, ip) : err("code_wrong");
      }
      if (password === undefined) return err("password_required");
      const meant = await proveElsewhere(email, code, password, subject);
      if (!meant.ok) return meant;
      return meant.value ? open(meant.value, ip) : err("code_wrong");
    },
  };
}

function createVerifying({ store, clock, hasher, audit, codes, postMail }: SignupDeps) {
  /** The sign-up that the code matches: the named one, or any open one of the address. */
  const spend = (email: string, code: string, signupId: string | null): Promise<Signup | null> =>
    store.transaction(async (tx) => {
      const waiting = await store.spendTry(tx, email, signupId, clock.now(), CODE_TRIES_MAX);
      return waiting.find(({ id, codeHash }) => codes.matches(id, code, codeHash)) ?? null;
    });

  /** In another browser: the sign-up that both code and password match. */
  async function proveElsewhere(
    email: string,
    code: string,
    password: string,
    subject: string,
  ): Promise<Result<Signup | null, "busy">> {
    const meant = await spend(email, code, null);
    const isRight = await hasher.verify(meant?.passwordHash ?? null, password, { isKnown: false, subject });
    return isRight.ok ? ok(isRight.value ? meant : null) : isRight;
  }

  const open = (meant: Signup, ip: string): Promise<Result<void, "code_wrong">> =>
    store.transaction(async (tx) => {
      const { email, name, dob, passwordHash, hasCommonPassword } = meant;
      const start = { id: randomUUID(), role: "user", createdAt: clock.now() } as const;
      const user: User = { ...start, email, name, dob, passwordHash, hasCommonPassword };
      if (!(await store.settle(tx, user))) return err("code_wrong");
      await audit.record({ kind: "verified", userId: user.id, ip }, tx);
      await postMail(tx, welcomeMail({ name, address: email }));
      return ok(undefined);
    });

  return { spend, proveElsewhere, open };
}
