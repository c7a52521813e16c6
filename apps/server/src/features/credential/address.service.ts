import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import type { CodeAsked } from "../../platform/mail/mail-words.ts";
import type { TellSafety } from "../../platform/mail/security-notice.ts";
import { addressChangedMail, newAddressMail } from "./credential.mails.ts";
import type { CredentialStore } from "./credential.store.ts";
import type { MailedCodes } from "./mailed-codes.ts";

export interface AddressDeps {
  readonly store: CredentialStore;
  readonly clock: HumanClock;
  readonly tellSafety: TellSafety;
  readonly audit: Audit;
  readonly codes: MailedCodes;
}

export interface AddressService {
  request(
    caller: Caller,
    email: string,
    from: { readonly subject: string; readonly device: string },
  ): Promise<Result<void, TooMany>>;
  confirm(
    caller: Caller,
    code: string,
    from: From,
  ): Promise<Result<void, "code_wrong" | "code_expired" | "email_taken">>;
}

export const createAddressService = ({ store, clock, tellSafety, audit, codes }: AddressDeps): AddressService => ({
  async request(caller, email, { subject, device }) {
    const mailable = await codes.maySend(email, { subject, isKnown: false });
    if (!mailable.ok) return mailable;
    // A taken address gets no mail and the same answers, also to guesses: nothing tells that it has an account.
    const isFree = (await store.findByEmail(email)) === null;
    const toMail = (code: string, asked: CodeAsked) =>
      newAddressMail({ name: caller.name, address: email }, code, { ...asked, device });
    await codes.send(caller.userId, "change-email", email, isFree ? toMail : null);
    return ok(undefined);
  },
  confirm: (caller, code, { ip, device }) =>
    store.transaction(async (tx) => {
      const sent = await codes.spend(tx, caller.userId, "change-email", code);
      if (!sent.ok) return sent;
      if (!(await store.setEmail(tx, caller.userId, sent.value.email))) return err("email_taken");
      await store.endSessions(tx, caller.userId, caller.sessionId);
      await audit.record({ kind: "email_changed", userId: caller.userId, ip }, tx);
      const mail = addressChangedMail({ name: caller.name, address: caller.email }, { at: clock.now(), device });
      await tellSafety(tx, { userId: caller.userId, what: "Your account has a new address", mail });
      return ok(undefined);
    }),
});
