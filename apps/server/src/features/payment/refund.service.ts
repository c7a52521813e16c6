import { randomUUID } from "node:crypto";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { GatewayRefund } from "../../platform/payment/payment-gateway.ts";
import type { Order } from "./order.store.ts";
import type { Refund, RefundReason } from "./refund.store.ts";
import { createRefundSending, type RefundSendingDeps } from "./refund-sending.ts";

const PAYOUTS_SHOWN = 1_000;

export interface RefundWish {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: Paise;
  readonly reason: Exclude<RefundReason, "operator">;
  /** Known beforehand that the provider will not take it. */
  readonly isPayout: boolean;
}

export interface RefundDeps extends RefundSendingDeps {
  /** The plan that was paid back before its end ends now. */
  withdraw(tx: Tx, userId: string, orderId: string): Promise<void>;
}

export interface RefundService {
  /** At most what was paid and is not on its way back already; once per payment and reason. False: nothing is left. */
  request(tx: Tx, wish: RefundWish, paid: Paise): Promise<boolean>;
  /** Hands what is due to the provider. Asking twice is safe: the same key refunds once. */
  sendDue(): Promise<void>;
  /** A refund at the provider as a webhook tells it, ours or made by hand on its site. */
  note(refund: GatewayRefund, order: Order): Promise<void>;
  listPayouts(): Promise<readonly Refund[]>;
  /** The operator has transferred the money. */
  settlePayout(refundId: string, reference: string): Promise<Result<void, "not_found">>;
}

/** A refund that was made on the provider's own site, as we keep it. */
function adopted(answer: GatewayRefund, { order, amount, now }: { order: Order; amount: Paise; now: EpochMs }): Refund {
  return {
    id: randomUUID(),
    orderId: order.id,
    paymentId: answer.paymentId,
    amount,
    note: "",
    reason: "operator",
    providerRefundId: answer.id,
    createdAt: now,
    changedAt: now,
    state: answer.status === "processed" ? "processed" : "sent",
  };
}

export function createRefundService(deps: RefundDeps): RefundService {
  const { store, clock } = deps;

  const { accept, finish, sendDue } = createRefundSending(deps);

  /** Whatever an event says, no more goes back than came: the rest of it is nonsense. */
  async function cap(tx: Tx, { paymentId, amountPaise }: GatewayRefund, order: Order): Promise<Paise> {
    const left = order.amount - (await store.refundedOf(tx, paymentId));
    return paise(Math.min(amountPaise, Math.max(left, 0)));
  }

  /** Whether everything that was paid for a plan has gone back. */
  async function isPaidBack(tx: Tx, order: Order, paymentId: string): Promise<boolean> {
    if (order.kind !== "plan" || order.paymentId !== paymentId) return false;
    return (await store.refundedOf(tx, paymentId)) >= order.amount;
  }

  /** Somebody refunded on the provider's own site. */
  const adopt = (answer: GatewayRefund, order: Order) =>
    store.transaction(async (tx) => {
      const now = clock.now();
      const { paymentId } = answer;
      const amount = await cap(tx, answer, order);
      if (amount === 0) return;
      const refund = adopted(answer, { order, amount, now });
      if (!(await store.add(tx, refund))) return;
      if (order.userId !== null && (await isPaidBack(tx, order, paymentId)))
        await deps.withdraw(tx, order.userId, order.id);
      await deps.creditNote(tx, { orderId: order.id, refundId: refund.id, amount });
    });

  return {
    async request(tx, { isPayout, ...wish }, paid) {
      const amount = paise(Math.min(wish.amount, paid - (await store.refundedOf(tx, wish.paymentId))));
      if (amount <= 0) return false;
      const now = clock.now();
      const state = isPayout ? "payout" : "due";
      const times = { createdAt: now, changedAt: now };
      const refund = { ...wish, ...times, id: randomUUID(), amount, state, providerRefundId: null, note: "" } as const;
      const isNew = await store.add(tx, refund);
      if (isNew && isPayout) await deps.askOperator(tx, refund);
      return isNew;
    },
    sendDue,
    async note(answer, order) {
      const known = await store.findByProviderId(answer.id);
      if (known) return finish(known, answer.status);
      const own = (await store.listOfOrders([order.id])).find(
        ({ state, paymentId, amount }) =>
          state === "due" && paymentId === answer.paymentId && amount === answer.amountPaise,
      );
      if (own) return accept(own, answer);
      if (answer.status !== "failed") await adopt(answer, order);
    },
    listPayouts: () => store.listIn(["payout"], PAYOUTS_SHOWN),
    async settlePayout(refundId, reference) {
      const refund = await store.find(refundId);
      if (refund?.state !== "payout") return err("not_found");
      await store.transaction(async (tx) => {
        const change = { id: refundId, from: ["payout"], to: "paid_out", note: reference, at: clock.now() } as const;
        if (await store.change(tx, change))
          await deps.creditNote(tx, { orderId: refund.orderId, refundId, amount: refund.amount });
      });
      return ok(undefined);
    },
  };
}
