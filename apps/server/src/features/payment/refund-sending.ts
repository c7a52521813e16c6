import type { Paise } from "@vriddhi/core/shared/money";
import { HOUR_MS, type HumanClock } from "@vriddhi/core/time/clock";
import type { GatewayFault, GatewayRefund, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Refund, RefundStore } from "./refund.store.ts";

const AT_ONCE = 50;
/** After this time an accepted refund should have produced a webhook; it is queried then. */
const ASK_AFTER_MS = 6 * HOUR_MS;

export interface RefundSendingDeps {
  readonly store: RefundStore;
  readonly gateway: PaymentGateway;
  readonly clock: HumanClock;
  readonly log: Logger;
  creditNote(
    tx: Tx,
    refund: { orderId: string; refundId: string; amount: Paise },
  ): Promise<{ readonly number: string } | null>;
  notifyAccepted(tx: Tx, refund: Refund, creditNote: string | null): Promise<void>;
  askOperator(tx: Tx, refund: Refund): Promise<void>;
}

/** A duplicate payment has no invoice: a credit note would remove the tax of a valid sale. */
export async function creditNoteOf(deps: Pick<RefundSendingDeps, "creditNote">, tx: Tx, refund: Refund) {
  const { id: refundId, orderId, amount, reason } = refund;
  return reason === "surplus" ? null : deps.creditNote(tx, { orderId, refundId, amount });
}

export function createRefundSending(deps: RefundSendingDeps) {
  const { store, gateway, clock } = deps;
  const log = deps.log.child({ feature: "refund" });

  const accept = (refund: Refund, answer: GatewayRefund) =>
    store.transaction(async (tx) => {
      const to = answer.status === "processed" ? "processed" : "sent";
      const change = { id: refund.id, from: ["due"], to, providerRefundId: answer.id, at: clock.now() } as const;
      if (!(await store.change(tx, change))) return;
      const note = await creditNoteOf(deps, tx, refund);
      await deps.notifyAccepted(tx, refund, note?.number ?? null);
    });

  const makePayout = (refund: Refund, note: string) =>
    store.transaction(async (tx) => {
      const change = { id: refund.id, from: ["due", "sent"], to: "payout", note, at: clock.now() } as const;
      if (!(await store.change(tx, change))) return;
      log.error({ refundId: refund.id, orderId: refund.orderId }, "payment: refund refused, manual payout needed");
      await deps.askOperator(tx, refund);
    });

  /** A refund refused because the money went back another way must not be paid out again. */
  async function settleRefused(refund: Refund, fault: GatewayFault & { kind: "refused" }): Promise<void> {
    const known = await gateway.refundsOf(refund.paymentId);
    if (!known.ok) return;
    const back = known.value.filter(({ status }) => status !== "failed").reduce((all, r) => all + r.amountPaise, 0);
    const [same] = known.value;
    if (same && back >= refund.amount) return accept(refund, same);
    await makePayout(refund, fault.description);
  }

  async function send(refund: Refund): Promise<void> {
    const { id, paymentId, amount, reason } = refund;
    const answer = await gateway.refund({ paymentId, amountPaise: amount, key: id, notes: { reason } });
    if (answer.ok)
      return answer.value.status === "failed" ? makePayout(refund, "failed") : accept(refund, answer.value);
    log.warn({ refundId: id, fault: answer.error.kind }, "payment: provider did not accept a refund");
    if (answer.error.kind === "refused") return settleRefused(refund, answer.error);
    if (answer.error.kind === "not_found") return makePayout(refund, "the payment is unknown to the provider");
  }

  async function finish(refund: Refund, status: GatewayRefund["status"]): Promise<void> {
    if (status === "failed") return makePayout(refund, "failed at the bank");
    if (status !== "processed") return;
    await store.transaction(async (tx) => {
      await store.change(tx, { id: refund.id, from: ["sent", "due"], to: "processed", at: clock.now() });
    });
  }

  async function askAboutSent(refund: Refund): Promise<void> {
    if (refund.changedAt > clock.now() - ASK_AFTER_MS) return;
    const known = await gateway.refundsOf(refund.paymentId);
    const own = known.ok ? known.value.find(({ id }) => id === refund.providerRefundId) : undefined;
    if (own) await finish(refund, own.status);
  }

  return {
    accept,
    finish,
    async sendDue(): Promise<void> {
      for (const refund of await store.listIn(["due"], AT_ONCE)) await send(refund);
      for (const refund of await store.listIn(["sent"], AT_ONCE)) await askAboutSent(refund);
    },
  };
}
