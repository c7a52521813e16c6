import { isCommonPassword } from "@vriddhi/core/account/guessable-passwords";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Audit } from "../../platform/audit/audit.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { TellSafety } from "../../platform/mail/security-notice.ts";
import { loginCodeMail, passwordChangedMail, resetMail } from "./credential.mails.ts";
import type { CredentialStore } from "./credential.store.ts";
import type { MailedCodes } from "./mailed-codes.ts";

export interface PasswordDeps {
  readonly store: CredentialStore;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly tellSafety: TellSafety;
  readonly audit: Audit;
  readonly codes: MailedCodes;
  askForReset(email: string): Promise<void>;
}

type Outcome<Refusals> = Promise<Result<void, Refusals>>;
type Unconfirmed = "wrong_password" | "too_many_requests" | "busy";

export interface Requester {
  readonly subject: string;
  isKnownFor(userId: string): boolean;
}

export interface PasswordService {
  /** Asks for a reset code; whether the address has an account is found out after the answer. */
  forgot(email: string, from: Requester): Outcome<"too_many_requests">;
  mailReset(email: string): Promise<void>;
  /** Whose password it was. */
  reset(
    input: { readonly email: string; readonly code: string; readonly password: string },
    from: { readonly ip: string; readonly subject: string },
  ): Promise<Result<string, "code_wrong" | "busy">>;
  /** Only for a password that was right; somebody else is mailed nothing. */
  mailLoginCode(email: string): Promise<void>;
  change(caller: Caller, current: string, next: string, ip: string): Outcome<Unconfirmed>;
  /** The caller's password, checked again before something that cannot be undone. */
  confirm(userId: string, password: string): Outcome<Unconfirmed>;
}

/** Whoever is signed in waits before strangers, and one person's calls take turns. */
const ownTurn = (userId: string) => ({ isKnown: true, subject: userId });

export function createPasswordService(deps: PasswordDeps): PasswordService {
  const { store, hasher, limiter, tellSafety, audit, codes } = deps;

  async function confirm(userId: string, password: string): Outcome<Unconfirmed> {
    // Per account: whoever holds a stolen session must not find the password with it.
    if (!(await limiter.take("login:account", userId))) return err("too_many_requests");
    const holder = await store.findById(userId);
    const isRight = await hasher.verify(holder?.passwordHash ?? null, password, ownTurn(userId));
    if (!isRight.ok) return isRight;
    return isRight.value ? ok(undefined) : err("wrong_password");
  }

  return {
    confirm,
    async forgot(email, from) {
      const holder = await store.findByEmail(email);
      const isKnown = holder !== null && from.isKnownFor(holder.id);
      if (!(await codes.maySend(email, { subject: from.subject, isKnown }))) return err("too_many_requests");
      await deps.askForReset(email);
      return ok(undefined);
    },
    async mailReset(email) {
      const holder = await store.findByEmail(email);
      const to = { name: holder?.name ?? "", address: email };
      if (holder) await codes.send(holder.id, "reset-password", email, (code) => resetMail(to, code));
    },
    async mailLoginCode(email) {
      const holder = await store.findByEmail(email);
      const to = { name: holder?.name ?? "", address: email };
      if (holder && (await codes.maySend(email, { subject: "login", isKnown: true })))
        await codes.send(holder.id, "login", email, (code) => loginCodeMail(to, code));
    },
    async reset({ email, code, password }, { ip, subject }) {
      const passwordHash = await hasher.hash(password, { isKnown: false, subject });
      if (!passwordHash.ok) return passwordHash;
      const holder = await store.findByEmail(email);
      if (!holder) return err("code_wrong");
      return store.transaction(async (tx) => {
        const sent = await codes.spend(tx, holder.id, "reset-password", code);
        if (!sent.ok) return err("code_wrong");
        await store.setPassword(tx, holder.id, passwordHash.value, isCommonPassword(password));
        await store.endSessions(tx, holder.id, null);
        await audit.record({ kind: "password_reset", userId: holder.id, ip }, tx);
        const mail = passwordChangedMail({ name: holder.name, address: holder.email });
        await tellSafety(tx, { userId: holder.id, what: "Your password was changed", mail });
        return ok(holder.id);
      });
    },
    async change(caller, current, next, ip) {
      const confirmed = await confirm(caller.userId, current);
      if (!confirmed.ok) return confirmed;
      const passwordHash = await hasher.hash(next, ownTurn(caller.userId));
      if (!passwordHash.ok) return passwordHash;
      await store.transaction(async (tx) => {
        await store.setPassword(tx, caller.userId, passwordHash.value, isCommonPassword(next));
        await store.dropCodes(tx, caller.userId);
        await store.endSessions(tx, caller.userId, caller.sessionId);
        await audit.record({ kind: "password_changed", userId: caller.userId, ip }, tx);
        const mail = passwordChangedMail({ name: caller.name, address: caller.email });
        await tellSafety(tx, { userId: caller.userId, what: "Your password was changed", mail });
      });
      return ok(undefined);
    },
  };
}
