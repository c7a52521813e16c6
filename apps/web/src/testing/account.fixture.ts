import type { UserReply } from "@vriddhi/contract/account";
import type { SubscriptionReply } from "@vriddhi/contract/subscription";

export const aUser = (changes: Partial<UserReply> = {}): UserReply => ({
  id: "0d1f6a52-5c0e-4b53-8a3c-3f1d7b8b2a10",
  name: "Asha Rao",
  email: "asha@example.com",
  role: "user",
  plan: null,
  capital_upper_band: null,
  dob: "1990-05-01",
  created_at: "2026-01-01T00:00:00.000Z",
  ...changes,
});

export const anEmptySubscription = (changes: Partial<SubscriptionReply> = {}): SubscriptionReply => ({
  ...aSubscription(),
  id: null,
  plan: null,
  start_date: null,
  end_date: null,
  is_active: false,
  payment_id: null,
  has_subscription: false,
  days_remaining: 0,
  hours_remaining: 0,
  status: "inactive",
  capital_upper_band: null,
  running: null,
  ...changes,
});

/** Money that has left and not arrived. */
export const aPendingPayment = {
  plan: "QUARTERLY",
  capital_upper_band: 500_000,
  amount: 12_999,
  since: "2026-11-16T04:00:00.000Z",
} as const satisfies SubscriptionReply["pending_payment"];

export const aSubscription = (changes: Partial<SubscriptionReply> = {}): SubscriptionReply => ({
  id: "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b",
  user_id: aUser().id,
  plan: "MONTHLY",
  start_date: "2026-11-01T00:00:00.000Z",
  end_date: "2026-12-01T00:00:00.000Z",
  is_active: true,
  payment_id: "pay_1",
  has_subscription: true,
  days_remaining: 15,
  hours_remaining: 3,
  status: "active",
  capital_upper_band: 50_000,
  running: {
    plan: "MONTHLY",
    capital_upper_band: 50_000,
    start_date: "2026-11-01T00:00:00.000Z",
    end_date: "2026-12-01T00:00:00.000Z",
  },
  following: [],
  pending_payment: null,
  ...changes,
});
