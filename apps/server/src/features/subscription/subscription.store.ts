import type { PeriodChanges, Purchase } from "@vriddhi/core/billing/purchase";
import type { SubscriptionPeriod } from "@vriddhi/core/billing/subscription";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";

export interface OwnedPeriod extends SubscriptionPeriod {
  /** `null` for the free trial. */
  readonly orderId: string | null;
}

export interface Grant extends Purchase {
  readonly orderId: string | null;
  readonly paymentId: string | null;
}

export interface EndingSubscription {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly endsAt: EpochMs;
}

export interface Notice {
  readonly userId: string;
  readonly kind: string;
  readonly day: IstDate;
  readonly at: EpochMs;
}

export interface SubscriptionStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  periodsOf(userId: string): Promise<readonly OwnedPeriod[]>;
  /** The same, locked until the transaction ends. */
  holdPeriods(tx: Tx, userId: string): Promise<readonly OwnedPeriod[]>;
  apply(tx: Tx, userId: string, changes: PeriodChanges, grant: Grant | null): Promise<void>;
  isReminded(userId: string): Promise<boolean>;
  setReminded(userId: string, isWanted: boolean, at: EpochMs): Promise<void>;
  wantReminders(tx: Tx, userId: string): Promise<void>;
  /** Ends between `now` and `until` of users who want reminders; the end is that of all periods together. */
  listEnding(now: EpochMs, until: EpochMs): Promise<readonly EndingSubscription[]>;
  listEnded(now: EpochMs, kind: string): Promise<readonly EndingSubscription[]>;
  note(tx: Tx, notice: Notice): Promise<boolean>;
}
