import { type Purchase, placePurchase, withdrawPurchase } from "@vriddhi/core/billing/purchase";
import {
  applyChanges,
  type MovedPurchase,
  movedPurchases,
  type PurchasePreview,
  previewPurchase,
} from "@vriddhi/core/billing/purchase-preview";
import {
  inOrder,
  type PartState,
  partStateOf,
  type Span,
  type SubscriptionView,
  subscriptionAt,
} from "@vriddhi/core/billing/subscription";
import { assert } from "@vriddhi/core/shared/assert";
import type { Paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Grant, OwnedPeriod, SubscriptionStore } from "./subscription.store.ts";

/** Paid, not captured yet. */
export interface PendingPayment {
  readonly plan: string;
  readonly band: Paise;
  readonly amount: Paise;
  readonly since: EpochMs;
}

export interface CurrentSubscription extends SubscriptionView {
  readonly pendingPayment: PendingPayment | null;
}

export interface Placement extends Span {
  readonly isRunning: boolean;
  readonly coveredUntil: EpochMs;
  readonly moved: readonly MovedPurchase[];
}

export interface Part extends Span {
  readonly state: PartState;
}

export interface SubscriptionService {
  of(userId: string): Promise<CurrentSubscription>;
  runningOf(userId: string): Promise<{ readonly plan: string; readonly band: Paise } | null>;
  planOf(userId: string): Promise<string | null>;
  isActive(tx: Tx, userId: string): Promise<boolean>;
  /** Adds a purchase to the user's periods. Resets the reminders. */
  grant(tx: Tx, userId: string, grant: Grant): Promise<Placement>;
  /** Refunded: the rest of it ends now. */
  withdraw(tx: Tx, userId: string, orderId: string): Promise<void>;
  aheadOf(tx: Tx, userId: string): Promise<readonly OwnedPeriod[]>;
  /** The dates of a purchase that would be paid now; changes nothing. */
  preview(userId: string, purchase: Purchase): Promise<PurchasePreview>;
  partsOf(userId: string): Promise<ReadonlyMap<string, readonly Part[]>>;
  isReminded(userId: string): Promise<boolean>;
  setReminded(userId: string, isWanted: boolean): Promise<Result<void, "not_subscribed">>;
}

export interface SubscriptionDeps {
  readonly store: SubscriptionStore;
  readonly clock: MarketClock;
  pendingPaymentOf(userId: string): Promise<PendingPayment | null>;
}

function partsByOrder(periods: readonly OwnedPeriod[], now: EpochMs): ReadonlyMap<string, readonly Part[]> {
  const parts = new Map<string, Part[]>();
  for (const { orderId, startsAt, endsAt } of inOrder(periods)) {
    if (orderId === null) continue;
    const part = { startsAt, endsAt, state: partStateOf({ startsAt, endsAt }, now) };
    parts.set(orderId, [...(parts.get(orderId) ?? []), part]);
  }
  return parts;
}

export function createSubscriptionService({ store, clock, pendingPaymentOf }: SubscriptionDeps): SubscriptionService {
  const viewOf = async (userId: string) => subscriptionAt(await store.periodsOf(userId), clock.now());
  const runningOf = async (userId: string) => (await viewOf(userId)).running;
  return {
    async of(userId) {
      const view = await viewOf(userId);
      const pendingPayment = await pendingPaymentOf(userId);
      const isWaiting = pendingPayment !== null && view.status !== "active";
      return { ...view, pendingPayment, status: isWaiting ? "pending" : view.status };
    },
    runningOf,
    planOf: async (userId) => (await runningOf(userId))?.plan ?? null,
    isActive: async (tx, userId) =>
      subscriptionAt(await store.holdPeriods(tx, userId), clock.now()).status === "active",
    async grant(tx, userId, grant) {
      const now = clock.now();
      const periods = await store.holdPeriods(tx, userId);
      const changes = placePurchase(periods, grant, now);
      assert(changes.bought !== null, "what was bought lies somewhere");
      const { startsAt, endsAt } = changes.bought;
      const { coveredUntil } = previewPurchase(periods, grant, now);
      await store.apply(tx, userId, changes, grant);
      await store.wantReminders(tx, userId);
      const moved = movedPurchases(periods, applyChanges(periods, changes, null, String), now);
      return { startsAt, endsAt, isRunning: startsAt <= now, coveredUntil, moved };
    },
    async withdraw(tx, userId, orderId) {
      const periods = await store.holdPeriods(tx, userId);
      const ofOrder = new Set(periods.filter((period) => period.orderId === orderId).map(({ id }) => id));
      const changes = withdrawPurchase(periods, ({ id }) => ofOrder.has(id), clock.now());
      await store.apply(tx, userId, changes, null);
    },
    aheadOf: async (tx, userId) =>
      inOrder((await store.holdPeriods(tx, userId)).filter(({ endsAt }) => endsAt > clock.now())),
    preview: async (userId, purchase) => previewPurchase(await store.periodsOf(userId), purchase, clock.now()),
    partsOf: async (userId) => partsByOrder(await store.periodsOf(userId), clock.now()),
    isReminded: store.isReminded,
    async setReminded(userId, isWanted) {
      if ((await viewOf(userId)).period === null) return err("not_subscribed");
      await store.setReminded(userId, isWanted, clock.now());
      return ok(undefined);
    },
  };
}
