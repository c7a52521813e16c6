import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { Audit } from "../../platform/audit/audit.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { TellSafety } from "../../platform/mail/security-notice.ts";
import { passwordChangedMail, resetMail } from "./credential.mails.ts";
import type { CredentialStore } from "./credential.store.ts";
import type { MailedCodes } from "./mailed-codes.ts";

export interface PasswordDeps {
  readonly store: CredentialStore;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly tellSafety: TellSafety;
  readonly audit: Audit;
  readonly codes: MailedCodes;
}

type Outcome<Refusals> = Promise<Result<void, Refusals>>;
type Unconfirmed = "wrong_password" | "too_many_requests" | "busy";

export interface PasswordService {
  forgot(email: string): Outcome<"too_many_requests">;
  reset(email: string, code: string, password: string, ip: string): Outcome<"code_wrong" | "busy">;
  change(caller: Caller, current: string, next: string, ip: string): Outcome<Unconfirmed>;
  /** The caller's password, checked again before something that cannot be undone. */
  confirm(userId: string, password: string): Outcome<Unconfirmed>;
}

export function createPasswordService(deps: PasswordDeps): PasswordService {
  const { store, hasher, limiter, tellSafety, audit, codes } = deps;

  async function confirm(userId: string, password: string): Outcome<Unconfirmed> {
    // Per account: whoever holds a stolen session must not find the password with it.
    if (!(await limiter.take("login:account", userId))) return err("too_many_requests");
    const holder = await store.findById(userId);
    const isRight = await hasher.verify(holder?.passwordHash ?? null, password);
    if (!isRight.ok) return isRight;
    return isRight.value ? ok(undefined) : err("wrong_password");
  }

  return {
    confirm,
    async forgot(email) {
      if (!(await codes.maySend(email))) return err("too_many_requests");
      const holder = await store.findByEmail(email);
      const to = { name: holder?.name ?? "", address: email };
      if (holder) await codes.send(holder.id, "reset-password", email, (code) => resetMail(to, code));
      return ok(undefined);
    },
    async reset(email, code, password, ip) {
      const passwordHash = await hasher.hash(password);
      if (!passwordHash.ok) return passwordHash;
      const holder = await store.findByEmail(email);
      if (!holder) return err("code_wrong");
      return store.transaction(async (tx) => {
        const sent = await codes.spend(tx, holder.id, "reset-password", code);
        if (!sent.ok) return err("code_wrong");
        await store.setPassword(tx, holder.id, passwordHash.value);
        await store.endSessions(tx, holder.id, null);
        await audit.record({ kind: "password_reset", userId: holder.id, ip }, tx);
        const mail = passwordChangedMail({ name: holder.name, address: holder.email });
        await tellSafety(tx, { userId: holder.id, what: "Your password was changed", mail });
        return ok(undefined);
      });
    },
    async change(caller, current, next, ip) {
      const confirmed = await confirm(caller.userId, current);
      if (!confirmed.ok) return confirmed;
      const passwordHash = await hasher.hash(next);
      if (!passwordHash.ok) return passwordHash;
      await store.transaction(async (tx) => {
        await store.setPassword(tx, caller.userId, passwordHash.value);
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
