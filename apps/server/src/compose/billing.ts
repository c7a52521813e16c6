import { paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { couponMessages } from "../features/coupon/coupon.messages.ts";
import { couponHandlers } from "../features/coupon/coupon.routes.ts";
import { createCouponService } from "../features/coupon/coupon.service.ts";
import { createCouponStore } from "../features/coupon/coupon.store.pg.ts";
import { createBookReader } from "../features/ebook/book.pdf.ts";
import { createDownloadTokens, type DownloadKind, LINK_DAYS } from "../features/ebook/download-token.ts";
import { ebookMessages } from "../features/ebook/ebook.messages.ts";
import { ebookHandlers } from "../features/ebook/ebook.routes.ts";
import type { GrossResultReader } from "../features/guarantee/gross-result.ts";
import { guaranteeHandlers } from "../features/guarantee/guarantee.routes.ts";
import { createGuaranteeService } from "../features/guarantee/guarantee.service.ts";
import { createGuaranteeStore } from "../features/guarantee/guarantee.store.pg.ts";
import { invoiceMessages } from "../features/invoice/invoice.messages.ts";
import { invoiceHandlers } from "../features/invoice/invoice.routes.ts";
import { createInvoiceService } from "../features/invoice/invoice.service.ts";
import { createInvoiceStore } from "../features/invoice/invoice.store.pg.ts";
import { createGrossResults } from "../features/order-store/gross-result.store.pg.ts";
import { historyHandlers } from "../features/payment/history.ts";
import { createOrderService } from "../features/payment/order.service.ts";
import { createOrderStore } from "../features/payment/order.store.pg.ts";
import { ebookMail, payoutMail, receiptMail } from "../features/payment/payment.mails.ts";
import { paymentMessages } from "../features/payment/payment.messages.ts";
import { paymentHandlers } from "../features/payment/payment.routes.ts";
import { createReconciliation } from "../features/payment/reconciliation.ts";
import { createRefundService } from "../features/payment/refund.service.ts";
import { createRefundStore } from "../features/payment/refund.store.pg.ts";
import { createSettlement, type Delivery } from "../features/payment/settlement.ts";
import { createVerifyService } from "../features/payment/verify.service.ts";
import { createWebhookService } from "../features/payment/webhook.service.ts";
import { subscriptionMessages } from "../features/subscription/subscription.messages.ts";
import { subscriptionHandlers } from "../features/subscription/subscription.routes.ts";
import { createSubscriptionService, type SubscriptionService } from "../features/subscription/subscription.service.ts";
import { createSubscriptionStore } from "../features/subscription/subscription.store.pg.ts";
import { createSubscriptionNotices } from "../features/subscription/subscription-notices.ts";
import { trialMessages } from "../features/trial/trial.messages.ts";
import { trialHandlers } from "../features/trial/trial.routes.ts";
import { createTrialService } from "../features/trial/trial.service.ts";
import { createTrialStore } from "../features/trial/trial.store.pg.ts";
import type { PaymentGateway } from "../gateways/payment/payment-gateway.ts";
import type { PaymentSettings } from "../platform/config/config.ts";
import { createPublish, type Publish } from "../platform/events/publish.ts";
import type { NotifySubscriber } from "../platform/mail/subscription-notice.ts";
import type { Closing } from "./closing.ts";
import { createDailyWork } from "./daily-work.ts";
import { sellerOf } from "./mail-attachments.ts";
import { createNotifyRefunded, createNotifySurplus } from "./notify-refunded.ts";
import { openPaymentGateway } from "./open-payment-gateway.ts";
import type { Platform } from "./platform.ts";

export const billingMessages = {
  ...couponMessages,
  ...ebookMessages,
  ...invoiceMessages,
  ...paymentMessages,
  ...subscriptionMessages,
  ...trialMessages,
};

export interface BillingDeps {
  readonly platform: Pick<
    Platform,
    "config" | "log" | "database" | "humanClock" | "marketClock" | "postMail" | "keyFor"
  >;
  readonly gateway: PaymentGateway;
  readonly checkoutUrl: string;
  readonly notifySubscriber: NotifySubscriber;
  readonly ledger?: GrossResultReader | undefined;
}

function notifyPages(service: SubscriptionService, publish: Publish): SubscriptionService {
  return {
    ...service,
    async grant(tx, userId, grant) {
      const placement = await service.grant(tx, userId, grant);
      await publish(tx, userId, "subscription");
      return placement;
    },
    async withdraw(tx, userId, orderId) {
      await service.withdraw(tx, userId, orderId);
      await publish(tx, userId, "subscription");
    },
  };
}

function composeInputs({ platform, gateway, notifySubscriber }: BillingDeps) {
  const { database, humanClock: clock, marketClock, postMail, keyFor, config } = platform;
  const publish = createPublish(clock);
  const orderStore = createOrderStore(database, (tx, userId) => publish(tx, userId, "subscription"));
  const subscriptionStore = createSubscriptionStore(database);
  const service = createSubscriptionService({
    store: subscriptionStore,
    clock: marketClock,
    async pendingPaymentOf(userId) {
      const order = await orderStore.waitingOf(userId);
      return order && { plan: order.plan, band: order.band, amount: order.amount, since: order.createdAt };
    },
  });
  const subscriptions = notifyPages(service, publish);
  const seller = sellerOf(config);
  const invoiceStore = createInvoiceStore(database, seller);
  const invoices = createInvoiceService({ store: invoiceStore, seller, clock: marketClock, humanClock: clock });
  const refundStore = createRefundStore(database);
  const refunds = createRefundService({
    store: refundStore,
    gateway,
    clock,
    log: platform.log,
    creditNote: invoices.credit,
    orderOf: orderStore.find,
    withdraw: subscriptions.withdraw,
    notifyRefunded: createNotifyRefunded(postMail, notifySubscriber, subscriptions.aheadOf),
    askOperator: (tx, { id, amount, paymentId }) => postMail(tx, payoutMail({ refundId: id, amount, paymentId })),
  });
  const tokens = createDownloadTokens(keyFor("ebook-links"), clock);
  const linkOf = (kind: DownloadKind, orderId: string) => {
    const { token, expiresAt } = tokens.sign(kind, orderId);
    return { url: `/ebook/${kind === "book" ? "download" : "invoice"}?token=${token}`, expiresAt };
  };
  const absolute = (path: string) => new URL(path, config.publicUrl).href;
  const coupons = createCouponService(createCouponStore(database), clock);
  return {
    orderStore,
    refundStore,
    subscriptionStore,
    subscriptions,
    invoices,
    refunds,
    coupons,
    tokens,
    linkOf,
    absolute,
  };
}

type SharedParts = ReturnType<typeof composeInputs>;

function composeDelivery({ platform, notifySubscriber }: BillingDeps, shared: SharedParts): Delivery {
  const { subscriptions, coupons, invoices, refunds, linkOf } = shared;
  return {
    grantPlan: subscriptions.grant,
    redeemCoupon: coupons.redeem,
    issueInvoice: async (tx, sale) => {
      const { id, number, buyer, gst } = await invoices.issue(tx, sale);
      const tax = paise(gst.cgst + gst.sgst + gst.igst);
      return { id, number, tax, name: buyer.name ?? "", email: buyer.email };
    },
    async notifyBuyer(tx, order, { number: invoiceNumber, tax, name, email }, placement) {
      if (email === null || email === "") return;
      const to = { name, address: email };
      const { id: orderId, userId, plan, band, amount } = order;
      const paid = { to, orderId, amount, tax, invoiceNumber };
      if (placement === null || userId === null) {
        const downloadUrl = linkOf("book", orderId).url;
        return platform.postMail(tx, ebookMail({ ...paid, days: LINK_DAYS, downloadUrl }));
      }
      const mail = receiptMail({ ...paid, plan, band, placement });
      await notifySubscriber(tx, { userId, key: `bought:${orderId}`, mail, isMailOwed: true });
    },
    refundSurplus: (tx, surplus) =>
      refunds.request(tx, { ...surplus, reason: "surplus", isPayout: false }, surplus.amount),
    notifySurplus: createNotifySurplus(platform.postMail, notifySubscriber),
  };
}

export function openBilling(
  platform: Platform,
  settings: PaymentSettings,
  closing: Closing,
  notifySubscriber: NotifySubscriber,
): Billing {
  const gateway = openPaymentGateway(settings, platform, closing);
  return composeBilling({ platform, gateway, checkoutUrl: settings.checkoutUrl, notifySubscriber });
}

export type Billing = ReturnType<typeof composeBilling>;

const PLANS_PAGE = "/subscription-plans";

export function composeBilling(deps: BillingDeps) {
  const { platform, gateway, checkoutUrl, notifySubscriber } = deps;
  const { database, humanClock: clock, marketClock, keyFor } = platform;
  const shared = composeInputs(deps);
  const { orderStore: store, subscriptions, subscriptionStore, invoices, refunds, coupons, absolute } = shared;
  const log = platform.log.child({ feature: "payment" });
  const settle = createSettlement({ store, delivery: composeDelivery(deps, shared), clock, marketClock, log });
  const orders = createOrderService({
    store,
    gateway,
    clock,
    log,
    priceCoupon: coupons.discountOf,
    reserveCoupon: coupons.reserve,
  });
  const trial = createTrialService({
    store: createTrialStore(database),
    clock: marketClock,
    notifySubscriber,
    phoneKey: keyFor("trial-numbers"),
    isActive: subscriptions.isActive,
    grant: (tx, userId, purchase) => subscriptions.grant(tx, userId, { ...purchase, orderId: null, paymentId: null }),
  });
  const guarantees = createGuaranteeService({
    store: createGuaranteeStore(database),
    ledger: deps.ledger ?? createGrossResults(database),
    notifySubscriber,
    requestRefund: (tx, requested) => refunds.request(tx, { ...requested, reason: "guarantee" }, requested.amount),
  });
  const plansUrl = absolute(PLANS_PAGE);
  const notices = createSubscriptionNotices({ store: subscriptionStore, notifySubscriber, plansUrl });
  const reconcile = createReconciliation({ store, gateway, settle, clock, log });
  /** Runs what is due on the market clock: reminders, ends, the guarantee. Idempotent. */
  const runDueBilling = async (now: EpochMs): Promise<void> => {
    await notices.run(now);
    await guarantees.run(now);
  };
  const { partsOf, isReminded: hasReminders } = subscriptions;
  const history = { orders: store, refunds: shared.refundStore, documentsOf: invoices.listOf, partsOf, hasReminders };
  return {
    subscriptions,
    refunds,
    noteLinkedAccounts: trial.noteAccounts,
    handlers: {
      ...subscriptionHandlers(subscriptions),
      ...couponHandlers(coupons),
      ...trialHandlers(trial),
      ...invoiceHandlers(invoices),
      ...guaranteeHandlers(guarantees),
      ...historyHandlers(history),
      ...ebookHandlers({ tokens: shared.tokens, readBook: createBookReader(), invoiceOf: invoices.pdfOfOrder }),
      ...paymentHandlers({
        orders,
        checkoutUrl,
        keyId: gateway.keyId,
        ebookLink: (orderId) => shared.linkOf("book", orderId),
        preview: subscriptions.preview,
        verifier: createVerifyService({ store, gateway, settle, log }),
        webhooks: createWebhookService({ store, gateway, settle, refunds, clock, log }),
      }),
    },
    runDueBilling,
    /** Runs once for every day before an end, however fast the market clock runs. */
    dailyBilling: createDailyWork({ marketClock, humanClock: clock, runAt: runDueBilling }),
    /** Runs what is due on the human clock: unverified payments and refunds in progress. */
    async runPaymentUpkeep(): Promise<void> {
      await reconcile();
      await refunds.sendDue();
      await trial.noteLateNumbers();
    },
  };
}
