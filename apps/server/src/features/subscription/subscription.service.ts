import { placePurchase, withdrawPurchase } from "@vriddhi/core/billing/purchase";
import { type SubscriptionView, subscriptionAt } from "@vriddhi/core/billing/subscription";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Grant, SubscriptionStore } from "./subscription.store.ts";

export interface CurrentSubscription extends SubscriptionView {
  /** A plan that was paid for and waits for the money to be captured, while nothing runs. */
  readonly waitingPlan: string | null;
}

export interface SubscriptionService {
  of(userId: string): Promise<CurrentSubscription>;
  /** The plan that runs now. */
  planOf(userId: string): Promise<string | null>;
  isActive(tx: Tx, userId: string): Promise<boolean>;
  /** Puts what was bought where it belongs in the person's time. Reminders come again. */
  grant(tx: Tx, userId: string, grant: Grant): Promise<void>;
  /** Paid back: what is left of it ends now. */
  withdraw(tx: Tx, userId: string, orderId: string): Promise<void>;
  /** From the first to the last instant of each purchase. */
  spansOf(userId: string): Promise<ReadonlyMap<string, { readonly startsAt: EpochMs; readonly endsAt: EpochMs }>>;
  isReminded(userId: string): Promise<boolean>;
  setReminded(userId: string, isWanted: boolean): Promise<Result<void, "not_subscribed">>;
}

export interface SubscriptionDeps {
  readonly store: SubscriptionStore;
  readonly clock: MarketClock;
  waitingPlanOf(userId: string): Promise<string | null>;
}

export function createSubscriptionService({ store, clock, waitingPlanOf }: SubscriptionDeps): SubscriptionService {
  const viewOf = async (userId: string) => subscriptionAt(await store.periodsOf(userId), clock.now());
  return {
    async of(userId) {
      const view = await viewOf(userId);
      const waitingPlan = view.status === "active" ? null : await waitingPlanOf(userId);
      return { ...view, waitingPlan, status: waitingPlan === null ? view.status : "pending" };
    },
    async planOf(userId) {
      const view = await viewOf(userId);
      return view.status === "active" && view.period ? view.period.plan : null;
    },
    isActive: async (tx, userId) =>
      subscriptionAt(await store.holdPeriods(tx, userId), clock.now()).status === "active",
    async grant(tx, userId, grant) {
      const changes = placePurchase(await store.holdPeriods(tx, userId), grant, clock.now());
      await store.apply(tx, userId, changes, grant);
      await store.wantReminders(tx, userId);
    },
    async withdraw(tx, userId, orderId) {
      const periods = await store.holdPeriods(tx, userId);
      const ofOrder = new Set(periods.filter((period) => period.orderId === orderId).map(({ id }) => id));
      await store.apply(
        tx,
        userId,
        withdrawPurchase(periods, ({ id }) => ofOrder.has(id), clock.now()),
        null,
      );
    },
    async spansOf(userId) {
      const spans = new Map<string, { startsAt: EpochMs; endsAt: EpochMs }>();
      for (const { orderId, startsAt, endsAt } of await store.periodsOf(userId)) {
        if (orderId === null) continue;
        const known = spans.get(orderId) ?? { startsAt, endsAt };
        spans.set(orderId, {
          startsAt: startsAt < known.startsAt ? startsAt : known.startsAt,
          endsAt: endsAt > known.endsAt ? endsAt : known.endsAt,
        });
      }
      return spans;
    },
    isReminded: store.isReminded,
    async setReminded(userId, isWanted) {
      if ((await viewOf(userId)).period === null) return err("not_subscribed");
      await store.setReminded(userId, isWanted, clock.now());
      return ok(undefined);
    },
  };
}
