import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import type { PostMail, WrittenMail } from "../../platform/mail/mail.ts";
import type { NotifySafety } from "../../platform/mail/security-notice.ts";
import { addressChangedMail, newAddressMail } from "./credential.mails.ts";
import type { CredentialStore } from "./credential.store.ts";
import type { MailedCodes } from "./mailed-codes.ts";

export interface AddressDeps {
  readonly store: CredentialStore;
  readonly clock: HumanClock;
  readonly notifySafety: NotifySafety;
  readonly audit: Audit;
  /** `mailIfFree` sends their mails, after the answer. */
  readonly codes: MailedCodes;
  readonly postMail: PostMail;
}

export interface AddressService {
  request(
    caller: Caller,
    email: string,
    from: { readonly subject: string; readonly device: string },
  ): Promise<Result<void, TooMany>>;
  mailIfFree(mail: WrittenMail): Promise<void>;
  confirm(
    caller: Caller,
    code: string,
    from: From,
  ): Promise<Result<void, "code_wrong" | "code_expired" | "email_taken">>;
}

export const createAddressService = ({
  store,
  clock,
  notifySafety,
  audit,
  codes,
  postMail,
}: AddressDeps): AddressService => ({
  async request(caller, email, { subject, device }) {
    const mailable = await codes.maySend(email, { subject, isKnown: false });
    if (!mailable.ok) return mailable;
    // A taken address runs the same work and gets the same answers, also to guesses: nothing reveals its account.
    await codes.send(caller.userId, "change-email", email, (code, asked) =>
      newAddressMail({ name: caller.name, address: email }, code, { ...asked, device }),
    );
    return ok(undefined);
  },
  async mailIfFree(mail) {
    if ((await store.findByEmail(mail.to.address)) === null) await store.transaction((tx) => postMail(tx, mail));
  },
  confirm: (caller, code, { ip, device }) =>
    store.transaction(async (tx) => {
      const sent = await codes.spend(tx, caller.userId, "change-email", code);
      if (!sent.ok) return sent;
      if (!(await store.setEmail(tx, caller.userId, sent.value.email))) return err("email_taken");
      await store.endSessions(tx, caller.userId, caller.sessionId);
      await audit.record({ kind: "email_changed", userId: caller.userId, ip }, tx);
      const mail = addressChangedMail({ name: caller.name, address: caller.email }, { at: clock.now(), device });
      await notifySafety(tx, { userId: caller.userId, what: "Your account has a new address", mail });
      return ok(undefined);
    }),
});
