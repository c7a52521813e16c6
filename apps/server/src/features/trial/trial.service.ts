import { TRIAL_BAND, TRIAL_DAYS, TRIAL_PLAN } from "@vriddhi/core/billing/plans";
import type { Purchase } from "@vriddhi/core/billing/purchase";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { DAY_MS, type EpochMs, type MarketClock } from "@vriddhi/core/time/clock";
import { keyedHash } from "../../platform/crypto/derived-key.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { TrialStore } from "./trial.store.ts";

const LATE_NUMBERS_AT_ONCE = 200;

export interface TrialDeps {
  readonly store: TrialStore;
  readonly clock: MarketClock;
  readonly phoneKey: Buffer;
  isActive(tx: Tx, userId: string): Promise<boolean>;
  /** Says where the days lie. */
  grant(tx: Tx, userId: string, purchase: Purchase): Promise<{ readonly endsAt: EpochMs }>;
}

export interface TrialService {
  start(userId: string): Promise<Result<{ endsAt: EpochMs }, "trial_used" | "already_subscribed">>;
  /** Numbers that were proved after the trial began count as well. */
  noteLateNumbers(): Promise<void>;
}

/** A9.5: seven days, once per account and once per verified number; no phone is needed. */
export function createTrialService({ store, clock, phoneKey, isActive, grant }: TrialDeps): TrialService {
  const hashOf = (phone: string) => keyedHash(phoneKey, "trial", phone);
  return {
    start: (userId) =>
      store.transaction(async (tx) => {
        const { phone } = await store.holdPerson(tx, userId);
        const startedAt = clock.now();
        const phoneHash = phone === null ? null : hashOf(phone);
        if (await store.isUsed(tx, userId, phoneHash)) return err("trial_used");
        if (await isActive(tx, userId)) return err("already_subscribed");
        if (!(await store.take(tx, { userId, phoneHash, startedAt }))) return err("trial_used");
        return ok(await grant(tx, userId, { plan: TRIAL_PLAN, lengthMs: TRIAL_DAYS * DAY_MS, band: TRIAL_BAND }));
      }),
    async noteLateNumbers() {
      for (const { userId, phone } of await store.listLateNumbers(LATE_NUMBERS_AT_ONCE))
        await store.noteNumber(userId, hashOf(phone));
    },
  };
}
