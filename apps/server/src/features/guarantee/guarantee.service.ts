import { randomUUID } from "node:crypto";
import { judgeGuarantee } from "@vriddhi/core/billing/guarantee";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { NotifySubscriber } from "../../platform/mail/subscription-notice.ts";
import type { GrossResultReader } from "./gross-result.ts";
import { guaranteeMail } from "./guarantee.mails.ts";
import type { EndedPurchase, Evidence, GuaranteeResult, GuaranteeStore } from "./guarantee.store.ts";

const AT_ONCE = 200;

export interface GuaranteeDeps {
  readonly store: GuaranteeStore;
  readonly ledger: GrossResultReader;
  readonly notifySubscriber: NotifySubscriber;
  /** `false` when all of it was refunded before. */
  requestRefund(
    tx: Tx,
    refund: { orderId: string; paymentId: string; amount: Paise; isPayout: boolean },
  ): Promise<boolean>;
}

const sumOf = (evidence: readonly Evidence[]): Paise | null => {
  const known = evidence.flatMap(({ gross }) => (gross === null ? [] : [gross]));
  return known.length === 0 ? null : paise(known.reduce((sum, gross) => sum + gross, 0));
};

/** Decides every purchase once, after its last day. The decision and its refund are one transaction (A1.4). */
export function createGuaranteeService({ store, ledger, notifySubscriber, requestRefund }: GuaranteeDeps) {
  async function collect({ userId, spans }: EndedPurchase): Promise<readonly Evidence[]> {
    const evidence: Evidence[] = [];
    for (const { from, to } of spans) evidence.push({ from, to, gross: await ledger.grossResult(userId, from, to) });
    return evidence;
  }

  async function judge(purchase: EndedPurchase, now: EpochMs): Promise<void> {
    const evidence = await collect(purchase);
    const [first, last] = [evidence[0], evidence.at(-1)];
    if (!first || !last) return;
    const { orderId, userId, plan, fee, paymentId, name, email } = purchase;
    const gross = sumOf(evidence);
    const outcome = judgeGuarantee({ gross, paidAt: purchase.settledAt, now });
    const span = { periodStart: first.from, periodEnd: last.to };
    const result: GuaranteeResult = {
      id: randomUUID(),
      orderId,
      userId,
      plan,
      fee,
      gross,
      outcome,
      evidence,
      judgedAt: now,
      ...span,
    };
    await store.transaction(async (tx) => {
      if (!(await store.add(tx, result))) return;
      if (outcome !== "refund" && outcome !== "payout") return;
      const isOwed = await requestRefund(tx, { orderId, paymentId, amount: fee, isPayout: outcome === "payout" });
      if (!isOwed) return;
      const mail = guaranteeMail({ name, address: email }, result);
      await notifySubscriber(tx, { userId, key: `guarantee:${orderId}`, mail, isMailOwed: true });
    });
  }

  return {
    async run(now: EpochMs): Promise<void> {
      for (const purchase of await store.listEnded(now, AT_ONCE)) await judge(purchase, now);
    },
    listOf: store.listOf,
  };
}

export type GuaranteeService = ReturnType<typeof createGuaranteeService>;
