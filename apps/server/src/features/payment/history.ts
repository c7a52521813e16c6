import type { Span } from "@vriddhi/core/billing/subscription";
import { PAISE_PER_RUPEE, type Paise } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Order, OrderStore } from "./order.store.ts";
import type { Refund, RefundStore } from "./refund.store.ts";

interface BillingDocument {
  readonly id: string;
  readonly orderId: string;
  readonly number: string;
  readonly kind: "invoice" | "credit_note";
  readonly amount: Paise;
  readonly issuedAt: EpochMs;
  readonly supply: { readonly period: { readonly from: EpochMs; readonly to: EpochMs } | null };
}

interface Part extends Span {
  readonly state: "past" | "running" | "to_come";
}

export interface HistoryDeps {
  readonly orders: OrderStore;
  readonly refunds: RefundStore;
  documentsOf(userId: string): Promise<readonly BillingDocument[]>;
  partsOf(userId: string): Promise<ReadonlyMap<string, readonly Part[]>>;
  hasReminders(userId: string): Promise<boolean>;
}

const inRupees = (amount: number): number => amount / PAISE_PER_RUPEE;
const orNull = (instant: EpochMs | null | undefined): string | null =>
  instant === null || instant === undefined ? null : toTimestamp(instant);

const REFUNDED_STATES: readonly Refund["state"][] = ["sent", "processed", "paid_out"];

function statusOf({ state, amount }: Order, refunded: number): "pending" | "paid" | "refunded" | "partly_refunded" {
  if (state !== "paid") return "pending";
  if (refunded <= 0) return "paid";
  return refunded >= amount ? "refunded" : "partly_refunded";
}

const toDocument = ({ id, number, kind, amount, issuedAt }: BillingDocument) => ({
  id,
  number,
  kind,
  amount: inRupees(amount),
  issued_at: toTimestamp(issuedAt),
});

/** The period printed on the invoice, if a later purchase has moved the plan since; otherwise `null`. */
function movedFrom(documents: readonly BillingDocument[], parts: readonly Part[]) {
  const period = documents.find(({ kind }) => kind === "invoice")?.supply.period ?? null;
  const [first, last] = [parts[0], parts.at(-1)];
  if (period === null || !first || !last) return null;
  if (first.startsAt === period.from && last.endsAt === period.to) return null;
  return { from: toTimestamp(period.from), to: toTimestamp(period.to) };
}

const toPart = ({ startsAt, endsAt, state }: Part) => ({
  from: toTimestamp(startsAt),
  to: toTimestamp(endsAt),
  state,
});

export const historyHandlers = (deps: HistoryDeps): Handlers<"readBillingHistory"> => ({
  async readBillingHistory({ caller }) {
    const orders = await deps.orders.listBought(caller.userId);
    const refunds = await deps.refunds.listOfOrders(orders.map(({ id }) => id));
    const [documents, partsByOrderId] = [await deps.documentsOf(caller.userId), await deps.partsOf(caller.userId)];
    const purchases = orders.map((order) => {
      const isRefundOfOrder = ({ orderId, paymentId, state }: Refund) =>
        orderId === order.id && paymentId === order.paymentId && REFUNDED_STATES.includes(state);
      const refunded = refunds.filter(isRefundOfOrder).reduce((sum, { amount }) => sum + amount, 0);
      const parts = partsByOrderId.get(order.id) ?? [];
      const own = documents.filter(({ orderId }) => orderId === order.id);
      const status = statusOf(order, refunded);
      return {
        id: order.id,
        plan: order.plan,
        max_capital: inRupees(order.band),
        amount: inRupees(order.amount),
        coupon_code: order.couponCode,
        status,
        payment_id: order.paymentId,
        ordered_at: toTimestamp(order.createdAt),
        paid_at: orNull(order.paidAt),
        period_start: orNull(parts[0]?.startsAt),
        period_end: orNull(parts.at(-1)?.endsAt),
        parts: parts.map(toPart),
        moved_from: status === "refunded" ? null : movedFrom(own, parts),
        refunded: inRupees(refunded),
        documents: own.map(toDocument),
      };
    });
    return ok({ purchases, reminders: await deps.hasReminders(caller.userId) });
  },
});
