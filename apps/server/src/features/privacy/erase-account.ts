import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import { evenIfBusy } from "../../platform/db/even-if-busy.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { NotifySafety } from "../../platform/mail/security-notice.ts";
import { deletedMail } from "./privacy.mails.ts";
import type { PrivacyStore } from "./privacy.store.ts";

export interface EraseDeps {
  readonly store: PrivacyStore;
  readonly clock: HumanClock;
  readonly audit: Audit;
  readonly notifySafety: NotifySafety;
}

/** All or nothing. Concurrent writes for the user may hold locks that this needs, so it retries. */
export const createEraseAccount =
  ({ store, clock, audit, notifySafety }: EraseDeps) =>
  (caller: Caller, { ip, device }: From): Promise<void> =>
    evenIfBusy(() =>
      store.transaction(async (tx) => {
        const at = clock.now();
        const mail = deletedMail(caller, { at, device });
        // First, because the deletion removes the owner's address.
        await notifySafety(tx, { userId: caller.userId, what: "Your account was deleted", mail });
        await store.erase(tx, caller.userId, at);
        await audit.record({ kind: "account_deleted", userId: caller.userId, ip }, tx);
      }),
    );
