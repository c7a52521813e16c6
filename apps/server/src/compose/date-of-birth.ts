import { createAccountStore } from "../features/account/account.store.pg.ts";
import { dateOfBirthHandlers } from "../features/account/date-of-birth.ts";
import { deletedMail } from "../features/privacy/privacy.mails.ts";
import { createPrivacyStore } from "../features/privacy/privacy.store.pg.ts";
import type { Caller, From } from "../platform/http/handler.ts";
import type { TellSafety } from "../platform/mail/security-notice.ts";
import type { Platform } from "./platform.ts";

/** Erases an account that may not exist, as its owner's own deletion would. */
const createCloseAccount =
  ({ database, humanClock, audit }: Pick<Platform, "database" | "humanClock" | "audit">, tellSafety: TellSafety) =>
  async (caller: Caller, { ip, device }: From): Promise<void> => {
    const store = createPrivacyStore(database);
    await store.transaction(async (tx) => {
      const at = humanClock.now();
      const mail = deletedMail(caller, { at, device });
      // Told first: with the account goes the way to its owner.
      await tellSafety(tx, { userId: caller.userId, what: "Your account was deleted", mail });
      await store.erase(tx, caller.userId, at);
      await audit.record({ kind: "account_deleted", userId: caller.userId, ip }, tx);
    });
  };

/** Asked of those whom Google has named. A9.2 */
export const openDateOfBirth = (
  platform: Platform,
  tellSafety: TellSafety,
  hasOpenPosition: (userId: string) => Promise<boolean>,
) =>
  dateOfBirthHandlers({
    store: createAccountStore(platform.database),
    clock: platform.humanClock,
    hasOpenPosition,
    closeAccount: createCloseAccount(platform, tellSafety),
  });
