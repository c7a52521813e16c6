import { createAccountStore } from "../features/account/account.store.pg.ts";
import { dateOfBirthHandlers } from "../features/account/date-of-birth.ts";
import { createEraseAccount } from "../features/privacy/erase-account.ts";
import { createPrivacyStore } from "../features/privacy/privacy.store.pg.ts";
import type { NotifySafety } from "../platform/mail/security-notice.ts";
import type { Platform } from "./platform.ts";

export const openDateOfBirth = (
  { database, humanClock: clock, audit }: Platform,
  notifySafety: NotifySafety,
  hasOpenPosition: (userId: string) => Promise<boolean>,
) =>
  dateOfBirthHandlers({
    store: createAccountStore(database),
    clock,
    hasOpenPosition,
    // Deletes the account the same way as its owner would.
    closeAccount: createEraseAccount({ store: createPrivacyStore(database), clock, audit, notifySafety }),
  });
