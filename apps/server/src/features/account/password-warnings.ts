import { DAY_MS, type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { PostMail } from "../../platform/mail/mail.ts";
import { commonPasswordMail } from "./account.mails.ts";

export const WARNED_EVERY_MS = 7 * DAY_MS;

export interface Warned {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface PasswordWarningStore {
  isWarned(userId: string): Promise<boolean>;
  /** Claims the owners without a recent warning, each once, in the transaction that notifies them. */
  takeDue(
    notifiedBefore: EpochMs,
    now: EpochMs,
    work: (tx: Tx, due: readonly Warned[]) => Promise<void>,
  ): Promise<void>;
}

export interface PasswordWarnings {
  isWarned(userId: string): Promise<boolean>;
  sendAll(): Promise<void>;
}

export const createPasswordWarnings = (deps: {
  readonly store: PasswordWarningStore;
  readonly clock: HumanClock;
  readonly postMail: PostMail;
}): PasswordWarnings => ({
  isWarned: deps.store.isWarned,
  sendAll() {
    const now = deps.clock.now();
    return deps.store.takeDue(later(now, -WARNED_EVERY_MS), now, async (tx, due) => {
      for (const { name, email } of due) await deps.postMail(tx, commonPasswordMail({ name, address: email }));
    });
  },
});
