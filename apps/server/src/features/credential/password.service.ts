import { randomUUID } from "node:crypto";
import { isCommonPassword } from "@vriddhi/core/account/guessable-passwords";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import type { NotifySafety } from "../../platform/mail/security-notice.ts";
import { loginCodeMail, passwordChangedMail, resetMail } from "./credential.mails.ts";
import type { CredentialStore } from "./credential.store.ts";
import type { MailedCodes } from "./mailed-codes.ts";

export interface PasswordDeps {
  readonly store: CredentialStore;
  readonly clock: HumanClock;
  readonly hasher: PasswordHasher;
  readonly limiter: Limiter;
  readonly notifySafety: NotifySafety;
  readonly audit: Audit;
  readonly codes: MailedCodes;
  askForReset(email: string): Promise<void>;
}

type Outcome<Refusals> = Promise<Result<void, Refusals>>;
type Unconfirmed = "wrong_password" | TooMany | "busy";

export interface Requester {
  readonly subject: string;
  readonly isKnownDevice: boolean;
  isKnownFor(userId: string): boolean;
}

export interface PasswordService {
  forgot(email: string, from: Requester): Outcome<TooMany>;
  mailReset(email: string): Promise<void>;
  reset(
    input: { readonly email: string; readonly code: string; readonly password: string },
    from: From & { readonly subject: string },
  ): Promise<Result<string, "code_wrong" | "busy">>;
  /** Call only after a right password; other addresses get no mail. */
  mailLoginCode(email: string): Promise<void>;
  change(caller: Caller, current: string, next: string, from: From): Outcome<Unconfirmed>;
  confirm(userId: string, password: string): Outcome<Unconfirmed>;
}

/** Signed-in users come before unknown clients, and one user's calls run one after the other. */
const ownTurn = (userId: string) => ({ isKnown: true, subject: userId });

export function createPasswordService(deps: PasswordDeps): PasswordService {
  const { store, clock, hasher, limiter, notifySafety, audit, codes } = deps;

  async function confirm(userId: string, password: string): Outcome<Unconfirmed> {
    // Limited per account: a stolen session must not be enough to guess the password.
    if (!(await limiter.take("login:account", userId))) return err(tooMany("login:account"));
    const holder = await store.findById(userId);
    const isRight = await hasher.verify(holder?.passwordHash ?? null, password, ownTurn(userId));
    if (!isRight.ok) return isRight;
    return isRight.value ? ok(undefined) : err("wrong_password");
  }

  function notifyChanged(tx: Tx, owner: { id: string; name: string; email: string }, device: string): Promise<void> {
    const to = { name: owner.name, address: owner.email };
    const mail = passwordChangedMail(to, { at: clock.now(), device });
    return notifySafety(tx, { userId: owner.id, what: "Your password was changed", mail });
  }

  return {
    confirm,
    async forgot(email, from) {
      // A call from an unknown device does not look up the account at all.
      const holder = from.isKnownDevice ? await store.findByEmail(email) : null;
      const isKnown = holder !== null && from.isKnownFor(holder.id);
      const mailable = await codes.maySend(email, { subject: from.subject, isKnown });
      if (!mailable.ok) return mailable;
      await deps.askForReset(email);
      return ok(undefined);
    },
    async mailReset(email) {
      const holder = await store.findByEmail(email);
      const to = { name: holder?.name ?? "", address: email };
      if (holder) await codes.send(holder.id, "reset-password", email, (code, asked) => resetMail(to, code, asked));
    },
    async mailLoginCode(email) {
      const holder = await store.findByEmail(email);
      const to = { name: holder?.name ?? "", address: email };
      if (holder && (await codes.maySend(email, { subject: "login", isKnown: true })).ok)
        await codes.send(holder.id, "login", email, (code, asked) => loginCodeMail(to, code, asked));
    },
    async reset({ email, code, password }, { ip, subject, device }) {
      const passwordHash = await hasher.hash(password, { isKnown: false, subject });
      if (!passwordHash.ok) return passwordHash;
      const holder = await store.findByEmail(email);
      return store.transaction(async (tx) => {
        // An unknown address runs the same statements as a known one.
        const sent = await codes.spend(tx, holder?.id ?? randomUUID(), "reset-password", code);
        if (!holder || !sent.ok) return err("code_wrong");
        await store.setPassword(tx, holder.id, passwordHash.value, isCommonPassword(password));
        await store.endSessions(tx, holder.id, null);
        await audit.record({ kind: "password_reset", userId: holder.id, ip }, tx);
        await notifyChanged(tx, holder, device);
        return ok(holder.id);
      });
    },
    async change(caller, current, next, { ip, device }) {
      const confirmed = await confirm(caller.userId, current);
      if (!confirmed.ok) return confirmed;
      const passwordHash = await hasher.hash(next, ownTurn(caller.userId));
      if (!passwordHash.ok) return passwordHash;
      await store.transaction(async (tx) => {
        await store.setPassword(tx, caller.userId, passwordHash.value, isCommonPassword(next));
        await store.dropCodes(tx, caller.userId);
        await store.endSessions(tx, caller.userId, caller.sessionId);
        await audit.record({ kind: "password_changed", userId: caller.userId, ip }, tx);
        await notifyChanged(tx, { ...caller, id: caller.userId }, device);
      });
      return ok(undefined);
    },
  };
}
