import { paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { DAY_MS, HOUR_MS, later } from "@vriddhi/core/time/clock";
import { createVirtualClock, VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { describe, expect, it } from "vitest";
import type { GatewayPayment, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import { createLogger } from "../../platform/log/logger.ts";
import type { Order, OrderStore } from "./order.store.ts";
import { createReconciliation } from "./reconciliation.ts";

const ORDER: Order = {
  id: "8b2f7c1e-0a55-4f0b-9d7d-2f6c3b1a9e10",
  userId: "0d5e9a52-6a3b-4f0e-9d0e-5a1f3c7b2e10",
  kind: "plan",
  plan: "MONTHLY",
  band: paise(5_000_000),
  amount: paise(99_900),
  couponCode: null,
  providerOrderId: "order_1",
  state: "waiting",
  paymentId: null,
  createdAt: VIRTUAL_START,
  paidAt: null,
  settledAt: null,
  buyerEmail: null,
};

const payment = (status: GatewayPayment["status"]): GatewayPayment => ({
  id: "pay_1",
  orderId: "order_1",
  amountPaise: paise(99_900),
  currency: "INR",
  status,
  email: null,
  contact: null,
  refundedPaise: paise(0),
  createdAt: VIRTUAL_START,
  errorDescription: null,
});

async function lookAt(order: Order, payments: readonly GatewayPayment[], ageMs: number) {
  const clock = createVirtualClock(later(VIRTUAL_START, ageMs));
  const seen: { undone: string[]; next: number | null | undefined } = { undone: [], next: undefined };
  const store: Pick<OrderStore, "listUnsettled" | "checkAgainAt" | "markWaiting" | "markUndone"> = {
    listUnsettled: async () => [order],
    async checkAgainAt(_id, at) {
      seen.next = at && at - clock.now();
    },
    markWaiting: async () => undefined,
    markUndone: async (id) => void seen.undone.push(id),
  };
  const gateway: Pick<PaymentGateway, "paymentsOfOrder" | "capture"> = {
    paymentsOfOrder: async () => ok(payments),
    capture: async () => ({ ok: false, error: { kind: "unavailable" } }) as never,
  };
  const log = createLogger("error", () => undefined);
  const parts = { store: store as OrderStore, gateway: gateway as PaymentGateway, clock, log };
  await createReconciliation({ ...parts, settle: async () => "settled" })();
  return seen;
}

describe("a payment that waits for its capture", () => {
  it.each(["failed", "refunded"] as const)("is decided once the provider reports %s", async (status) => {
    expect((await lookAt(ORDER, [payment(status)], HOUR_MS)).undone).toEqual([ORDER.id]);
  });

  it.each(["created", "authorized"] as const)(
    "is undecided while the provider reports %s, however old",
    async (status) => {
      for (const ageMs of [HOUR_MS, 30 * DAY_MS]) {
        const { undone, next } = await lookAt(ORDER, [payment(status)], ageMs);
        expect(undone).toEqual([]);
        expect(next).toBe(Math.min(ageMs, DAY_MS));
      }
    },
  );

  it("a payment that the provider does not list yet is awaited for a week", async () => {
    expect((await lookAt(ORDER, [], HOUR_MS)).undone).toEqual([]);
    expect((await lookAt(ORDER, [], 8 * DAY_MS)).undone).toEqual([ORDER.id]);
  });

  it("a payment that waits for its capture is checked without end, an unpaid order for a week", async () => {
    expect((await lookAt({ ...ORDER, state: "open" }, [], 8 * DAY_MS)).next).toBeNull();
    expect((await lookAt(ORDER, [payment("authorized")], 8 * DAY_MS)).next).toBe(DAY_MS);
  });
});
