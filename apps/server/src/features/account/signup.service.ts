import { randomUUID } from "node:crypto";
import { ageOn, MINIMUM_AGE_YEARS } from "@vriddhi/core/account/rules";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { Audit } from "../../platform/audit/audit.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { CODE_LIFE_MS, CODE_TRIES_MAX, type ShortCodes } from "../../platform/crypto/short-code.ts";
import { type Limiter, mayMailCode } from "../../platform/limits/limiter.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { codeMail, takenAddressMail, welcomeMail } from "./account.mails.ts";
import type { AccountStore, Signup, User } from "./account.store.ts";

/** How long a sign-up waits for its owner to come back. */
const SIGNUP_LIFE_MS = 7 * DAY_MS;

export interface SignupDeps {
  readonly store: AccountStore;
  readonly clock: HumanClock;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly postMail: PostMail;
  readonly audit: Audit;
  readonly codes: ShortCodes;
}

export interface SignupInput {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly dob: IstDate;
}

export interface SignupService {
  /** Replies with the sign-up's id, by which this browser finds its own again; a taken address gets one that leads nowhere. */
  signup(input: SignupInput, ip: string): Promise<Result<string, "too_young" | "too_many_requests" | "busy">>;
  /** Renews the code of this browser's own sign-up, where there is one: the newest may be a stranger's. */
  resendCode(email: string, ownSignupId: string | null): Promise<Result<void, "too_many_requests">>;
  /** A new code for a sign-up whose owner has just proved the password. */
  renewCode(waiting: Signup): Promise<void>;
  verifyEmail(email: string, code: string, ip: string): Promise<Result<void, "code_wrong">>;
}

export function createSignupService(deps: SignupDeps): SignupService {
  const { store, clock, hasher, limiter, audit, codes, postMail } = deps;
  const codeFor = (id: string, now: EpochMs) => ({ ...codes.make(id), codeExpiresAt: later(now, CODE_LIFE_MS) });

  const mailNewCode = (waiting: Signup): Promise<void> =>
    store.transaction(async (tx) => {
      const { code, codeHash, codeExpiresAt } = codeFor(waiting.id, clock.now());
      await store.setCode(tx, waiting.id, codeHash, codeExpiresAt);
      await postMail(tx, codeMail({ name: waiting.name, address: waiting.email }, code));
    });

  return {
    async signup({ name, email, password, dob }, ip) {
      const now = clock.now();
      if (ageOn(istDateOf(now), dob) < MINIMUM_AGE_YEARS) return err("too_young");
      const passwordHash = await hasher.hash(password);
      if (!passwordHash.ok) return passwordHash;
      if (!(await mayMailCode(limiter, email))) return err("too_many_requests");
      const known = await store.findUser(email);
      const id = randomUUID();
      const { code, ...stored } = codeFor(id, now);
      const life = { createdAt: now, expiresAt: later(now, SIGNUP_LIFE_MS) };
      await store.transaction(async (tx) => {
        if (known) return postMail(tx, takenAddressMail(email));
        await store.insertSignup(tx, { id, email, name, dob, passwordHash: passwordHash.value, ...stored, ...life });
        await audit.record({ kind: "signed_up", userId: null, ip }, tx);
        await postMail(tx, codeMail({ name, address: email }, code));
      });
      return ok(id);
    },
    async resendCode(email, ownSignupId) {
      if (!(await mayMailCode(limiter, email))) return err("too_many_requests");
      const waiting = await store.findSignup(email, clock.now(), ownSignupId);
      if (waiting) await mailNewCode(waiting);
      return ok(undefined);
    },
    async renewCode(waiting) {
      if (await mayMailCode(limiter, waiting.email)) await mailNewCode(waiting);
    },
    // One answer for a wrong code, a dead one and an address that never signed up: it must not tell which addresses are known.
    verifyEmail: (email, code, ip) =>
      store.transaction(async (tx) => {
        const now = clock.now();
        const waiting = await store.spendTry(tx, email, now, CODE_TRIES_MAX);
        const meant = waiting.find(({ id, codeHash }) => codes.matches(id, code, codeHash));
        if (!meant) return err("code_wrong");
        const { name, dob, passwordHash } = meant;
        const user: User = { id: randomUUID(), email, name, dob, passwordHash, role: "user", createdAt: now };
        if (!(await store.settle(tx, user))) return err("code_wrong");
        await audit.record({ kind: "verified", userId: user.id, ip }, tx);
        await postMail(tx, welcomeMail({ name, address: email }));
        return ok(undefined);
      }),
  };
}
