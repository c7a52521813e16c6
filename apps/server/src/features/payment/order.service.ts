import { randomUUID } from "node:crypto";
import { type Discount, NO_DISCOUNT, normaliseCouponCode } from "@vriddhi/core/billing/coupon";
import { bandForOrder, EBOOK, EBOOK_PRICE, type PlanName } from "@vriddhi/core/billing/plans";
import { type Paise, paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { GatewayFault, PaymentGateway } from "../../gateways/payment/payment-gateway.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { NewOrder, OrderStore } from "./order.store.ts";

/** Shorter than the coupon reservation, so that a reused order still has its discount. */
const REUSE_MS = 15 * MINUTE_MS;
/** Buyers rarely take longer. */
const FIRST_CHECK_MS = 2 * MINUTE_MS;

type CouponRefusal = "coupon_invalid" | "coupon_used_up" | "coupon_used_before";
type Thing = Omit<NewOrder, "id" | "createdAt" | "nextCheckAt">;

export interface PlanRequest {
  readonly userId: string;
  readonly plan: PlanName;
  readonly maxCapitalRupees: number;
  readonly amountRupees: number;
  readonly coupon: string | null;
}

export interface PayableOrder {
  readonly providerOrderId: string;
  readonly amount: Paise;
}

export interface OrderDeps {
  readonly store: OrderStore;
  readonly gateway: PaymentGateway;
  readonly clock: HumanClock;
  readonly log: Logger;
  priceCoupon(code: string): Promise<Result<Discount, "coupon_invalid">>;
  reserveCoupon(tx: Tx, code: string, order: Pick<NewOrder, "id" | "userId">): Promise<Result<void, CouponRefusal>>;
}

export interface OrderService {
  orderPlan(
    request: PlanRequest,
  ): Promise<Result<PayableOrder, CouponRefusal | "amount_wrong" | "payment_unavailable">>;
  orderEbook(amountRupees: number): Promise<Result<PayableOrder, "amount_wrong" | "payment_unavailable">>;
}

/** Thrown to roll back an order whose coupon a concurrent order took. */
class CouponGone extends Error {
  readonly refusal: CouponRefusal;
  constructor(refusal: CouponRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

function refusedCoupon(cause: unknown): Result<never, CouponRefusal> {
  if (cause instanceof CouponGone) return err(cause.refusal);
  throw cause;
}

export function createOrderService(deps: OrderDeps): OrderService {
  const { store, gateway, clock } = deps;
  const log = deps.log.child({ feature: "payment" });

  async function reserve(tx: Tx, code: string | null, order: Pick<NewOrder, "id" | "userId">): Promise<void> {
    if (code === null) return;
    const reserved = await deps.reserveCoupon(tx, code, order);
    if (!reserved.ok) throw new CouponGone(reserved.error);
  }

  /** The same request returns the same order: two tabs must not become two purchases. */
  async function findOpen(tx: Tx, thing: Thing) {
    if (thing.userId === null) return null;
    await store.holdPerson(tx, thing.userId);
    return store.findOpen(tx, thing, later(clock.now(), -REUSE_MS));
  }

  const openOrder = (thing: Thing) =>
    store.transaction(async (tx) => {
      const open = await findOpen(tx, thing);
      if (open) return open;
      const id = randomUUID();
      const createdAt = clock.now();
      await store.add(tx, { ...thing, id, createdAt, nextCheckAt: later(createdAt, FIRST_CHECK_MS) });
      await reserve(tx, thing.couponCode, { id, userId: thing.userId });
      return { id, amount: thing.amount, providerOrderId: null };
    });

  const noteFault = (fault: GatewayFault, what: string) => log.warn({ fault: fault.kind }, what);

  /** Creating is not idempotent at the provider: after a lost answer the order is looked up by our own id. */
  async function nameAtProvider(id: string, amount: Paise, kind: string): Promise<string | null> {
    const receipt = id.replaceAll("-", "");
    const made = await gateway.createOrder({ amountPaise: amount, receipt, notes: { kind } });
    if (made.ok) return made.value.id;
    noteFault(made.error, "payment: creating an order failed");
    if (made.error.kind !== "outcome_unknown") return null;
    const found = await gateway.findOrderByReceipt(receipt);
    if (!found.ok) noteFault(found.error, "payment: looking up an order failed");
    return found.ok && found.value?.amountPaise === amount ? found.value.id : null;
  }

  async function order(thing: Thing): Promise<Result<PayableOrder, CouponRefusal | "payment_unavailable">> {
    const opened = await openOrder(thing).then(ok, refusedCoupon);
    if (!opened.ok) return opened;
    const { id, amount, providerOrderId } = opened.value;
    if (providerOrderId !== null) return ok({ providerOrderId, amount });
    const named = await nameAtProvider(id, amount, thing.kind);
    if (named === null) return err("payment_unavailable");
    return ok({ providerOrderId: await store.nameOrder(id, named), amount });
  }

  return {
    async orderPlan({ userId, plan, maxCapitalRupees, amountRupees, coupon }) {
      const priced = coupon === null ? ok(NO_DISCOUNT) : await deps.priceCoupon(coupon);
      if (!priced.ok) return priced;
      const band = bandForOrder({ plan, maxCapitalRupees, amountRupees, discount: priced.value });
      if (!band) return err("amount_wrong");
      const couponCode = coupon === null ? null : normaliseCouponCode(coupon);
      const thing = { userId, plan, couponCode, kind: "plan", band: band.band, amount: rupees(amountRupees) } as const;
      return order(thing);
    },
    async orderEbook(amountRupees) {
      if (rupees(amountRupees) !== EBOOK_PRICE) return err("amount_wrong");
      const thing = { userId: null, plan: EBOOK, couponCode: null, kind: "ebook", band: paise(0) } as const;
      const ordered = await order({ ...thing, amount: EBOOK_PRICE });
      return ordered.ok ? ordered : err("payment_unavailable");
    },
  };
}
