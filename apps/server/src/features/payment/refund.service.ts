import { randomUUID } from "node:crypto";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { GatewayRefund } from "../../gateways/payment/payment-gateway.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Order } from "./order.store.ts";
import type { Refund, RefundReason } from "./refund.store.ts";
import { createRefundSending, creditNoteOf, type RefundSendingDeps } from "./refund-sending.ts";

const PAYOUTS_SHOWN = 1_000;

export interface RefundRequest {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: Paise;
  readonly reason: RefundReason;
  /** The provider is known to refuse it. */
  readonly isPayout: boolean;
}

interface AnnouncedRefund {
  readonly order: Order;
  readonly refundId: string;
  readonly amount: Paise;
  readonly isPlanEnded: boolean;
  readonly creditNote: string | null;
}

export interface RefundDeps extends Omit<RefundSendingDeps, "notifyAccepted"> {
  orderOf(tx: Tx, orderId: string): Promise<Order | null>;
  withdraw(tx: Tx, userId: string, orderId: string): Promise<void>;
  notifyRefunded(tx: Tx, refund: AnnouncedRefund): Promise<void>;
}

export interface RefundService {
  /** At most the paid amount minus earlier refunds; once per payment and reason. `false` when nothing is left. */
  request(tx: Tx, refund: RefundRequest, paid: Paise): Promise<boolean>;
  /** Sends due refunds to the provider. Idempotent: one key refunds once. */
  sendDue(): Promise<void>;
  /** A refund reported by a webhook: ours, or one made on the provider's site. */
  note(refund: GatewayRefund, order: Order): Promise<void>;
  listPayouts(): Promise<readonly Refund[]>;
  /** Records that the operator transferred the money; `also` runs in the same transaction. */
  settlePayout(
    refundId: string,
    reference: string,
    also?: (tx: Tx, refund: Refund) => Promise<void>,
  ): Promise<Result<void, "not_found">>;
}

function externalRefund(
  answer: GatewayRefund,
  { order, amount, now }: { order: Order; amount: Paise; now: EpochMs },
): Refund {
  return {
    id: randomUUID(),
    orderId: order.id,
    paymentId: answer.paymentId,
    amount,
    note: "",
    reason: order.paymentId === answer.paymentId ? "operator" : "surplus",
    providerRefundId: answer.id,
    createdAt: now,
    changedAt: now,
    state: answer.status === "processed" ? "processed" : "sent",
  };
}

const isOfPlan = (order: Order, paymentId: string): boolean => order.kind === "plan" && order.paymentId === paymentId;

export function createRefundService(deps: RefundDeps): RefundService {
  const { store, clock } = deps;

  /** Announced once the provider accepts it: the credit note exists only then. A guarantee refund has its own mail. */
  async function notifyAccepted(tx: Tx, refund: Refund, creditNote: string | null): Promise<void> {
    if (refund.reason !== "operator") return;
    const { id: refundId, orderId, paymentId, amount } = refund;
    const order = await deps.orderOf(tx, orderId);
    if (order === null) return;
    const isPlanEnded = isOfPlan(order, paymentId) && (await store.refundedIncluding(tx, refund)) >= order.amount;
    await deps.notifyRefunded(tx, { order, refundId, amount, isPlanEnded, creditNote });
  }

  const { accept, finish, sendDue } = createRefundSending({ ...deps, notifyAccepted });

  async function cap(tx: Tx, { paymentId, amountPaise }: GatewayRefund, order: Order): Promise<Paise> {
    const left = order.amount - (await store.refundedOf(tx, paymentId));
    return paise(Math.min(amountPaise, Math.max(left, 0)));
  }

  /** Whether everything paid for a plan was refunded. */
  const isPaidBack = async (tx: Tx, order: Order, paymentId: string): Promise<boolean> =>
    isOfPlan(order, paymentId) && (await store.refundedOf(tx, paymentId)) >= order.amount;

  const storeExternal = (answer: GatewayRefund, order: Order) =>
    store.transaction(async (tx) => {
      const now = clock.now();
      const { paymentId } = answer;
      const amount = await cap(tx, answer, order);
      if (amount === 0) return;
      const refund = externalRefund(answer, { order, amount, now });
      if (!(await store.add(tx, refund))) return;
      const isPlanEnded = order.userId !== null && (await isPaidBack(tx, order, paymentId));
      if (order.userId !== null && isPlanEnded) await deps.withdraw(tx, order.userId, order.id);
      const creditNote = (await creditNoteOf(deps, tx, refund))?.number ?? null;
      await deps.notifyRefunded(tx, { order, refundId: refund.id, amount, isPlanEnded, creditNote });
    });

  return {
    async request(tx, { isPayout, ...base }, paid) {
      const amount = paise(Math.min(base.amount, paid - (await store.refundedOf(tx, base.paymentId))));
      if (amount <= 0) return false;
      const now = clock.now();
      const state = isPayout ? "payout" : "due";
      const times = { createdAt: now, changedAt: now };
      const refund = { ...base, ...times, id: randomUUID(), amount, state, providerRefundId: null, note: "" } as const;
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
      if (answer.status !== "failed") await storeExternal(answer, order);
    },
    listPayouts: () => store.listIn(["payout"], PAYOUTS_SHOWN),
    async settlePayout(refundId, reference, also) {
      const refund = await store.find(refundId);
      if (refund?.state !== "payout") return err("not_found");
      const isSettled = await store.transaction(async (tx) => {
        const change = { id: refundId, from: ["payout"], to: "paid_out", note: reference, at: clock.now() } as const;
        if (!(await store.change(tx, change))) return false;
        await creditNoteOf(deps, tx, refund);
        await also?.(tx, refund);
        return true;
      });
      return isSettled ? ok(undefined) : err("not_found");
    },
  };
}
