import { isPlanName, listPriceOf, planLengthMs } from "@vriddhi/core/billing/plans";
import { SAC } from "@vriddhi/core/billing/sac";
import { assert } from "@vriddhi/core/shared/assert";
import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { GatewayPayment } from "../../gateways/payment/payment-gateway.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Order, OrderStore } from "./order.store.ts";
import { planTitle } from "./payment.mails.ts";
import type { PeriodPlacement } from "./placement.ts";

interface IssuedInvoice {
  readonly id: string;
  readonly number: string;
  /** The total, whatever its parts. */
  readonly tax: Paise;
  readonly name: string;
  readonly email: string | null;
}

export interface SoldThing {
  readonly description: string;
  readonly sac: string;
  readonly band: Paise | null;
  readonly period: { readonly from: EpochMs; readonly to: EpochMs } | null;
  readonly listPrice: Paise;
  readonly couponCode: string | null;
}

export interface Surplus {
  readonly paymentId: string;
  readonly amount: Paise;
  readonly email: string | null;
}

/** What happens once when an order is paid, in one transaction. */
export interface Delivery {
  grantPlan(
    tx: Tx,
    userId: string,
    grant: { plan: string; lengthMs: number; band: Paise; orderId: string; paymentId: string },
  ): Promise<PeriodPlacement>;
  redeemCoupon(tx: Tx, orderId: string): Promise<void>;
  issueInvoice(
    tx: Tx,
    sale: {
      orderId: string;
      userId: string | null;
      email: string | null;
      supply: SoldThing;
      paymentId: string;
      amount: Paise;
    },
  ): Promise<IssuedInvoice>;
  notifyBuyer(tx: Tx, order: Order, invoice: IssuedInvoice, placement: PeriodPlacement | null): Promise<void>;
  /** Refunds a second payment of the same order. `false` when that is already under way. */
  refundSurplus(tx: Tx, surplus: { orderId: string; paymentId: string; amount: Paise }): Promise<boolean>;
  notifySurplus(tx: Tx, order: Order, surplus: Surplus): Promise<void>;
}

export type Settlement = (order: Order, payment: GatewayPayment) => Promise<"settled" | "surplus" | "mismatch">;

export interface SettlementDeps {
  readonly store: OrderStore;
  readonly delivery: Delivery;
  readonly clock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
}

function soldThing({ kind, plan, band, amount, couponCode }: Order, placement: PeriodPlacement | null): SoldThing {
  if (kind === "ebook" || placement === null)
    return { description: "E-book (PDF)", sac: SAC.ebook, band: null, period: null, listPrice: amount, couponCode };
  return {
    description: `Subscription, ${planTitle(plan)}`,
    sac: SAC.plan,
    band,
    period: { from: placement.startsAt, to: placement.endsAt },
    listPrice: (isPlanName(plan) ? listPriceOf(plan, band) : null) ?? amount,
    couponCode,
  };
}

/** The provider's placeholder for a missing address. */
const NO_ADDRESS = "void@razorpay.com";

const addressOf = ({ userId }: Order, { email }: GatewayPayment): string | null =>
  userId === null && email !== NO_ADDRESS ? email : null;

const fits = (order: Order, payment: GatewayPayment): boolean =>
  payment.orderId === order.providerOrderId && payment.currency === "INR" && payment.amountPaise === order.amount;

/** Verify, webhook, reconciliation or a second click call it with a captured payment; exactly one call delivers. */
export function createSettlement({ store, delivery, clock, marketClock, log }: SettlementDeps): Settlement {
  async function grant(tx: Tx, order: Order, paymentId: string): Promise<PeriodPlacement | null> {
    const { id: orderId, userId, plan, band } = order;
    if (order.kind !== "plan") return null;
    assert(userId !== null && isPlanName(plan), "a plan order has a user and a known plan");
    return delivery.grantPlan(tx, userId, { plan, lengthMs: planLengthMs(plan), band, orderId, paymentId });
  }

  async function deliver(tx: Tx, order: Order, payment: GatewayPayment): Promise<void> {
    const { id: orderId, userId, amount } = order;
    const paymentId = payment.id;
    const placement = await grant(tx, order, paymentId);
    if (order.couponCode !== null) await delivery.redeemCoupon(tx, orderId);
    const email = addressOf(order, payment);
    const sale = { orderId, userId, email, supply: soldThing(order, placement), paymentId, amount };
    await delivery.notifyBuyer(tx, order, await delivery.issueInvoice(tx, sale), placement);
  }

  async function refundIfSecond(tx: Tx, order: Order, payment: GatewayPayment): Promise<"settled" | "surplus"> {
    if ((await store.paymentOf(tx, order.id)) === payment.id) return "settled";
    const { id: paymentId, amountPaise: amount } = payment;
    const isNew = await delivery.refundSurplus(tx, { orderId: order.id, paymentId, amount });
    if (isNew) await delivery.notifySurplus(tx, order, { paymentId, amount, email: addressOf(order, payment) });
    return "surplus";
  }

  return async (order, payment) => {
    if (!fits(order, payment)) {
      log.error({ orderId: order.id, paymentId: payment.id }, "payment: captured payment does not match its order");
      return "mismatch";
    }
    const email = addressOf(order, payment);
    return store.transaction(async (tx) => {
      const settled = {
        orderId: order.id,
        paymentId: payment.id,
        email,
        paidAt: clock.now(),
        settledAt: marketClock.now(),
      };
      if (!(await store.claim(tx, settled))) return refundIfSecond(tx, order, payment);
      await deliver(tx, order, payment);
      return "settled";
    });
  };
}
