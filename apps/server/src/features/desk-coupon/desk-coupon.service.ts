import { COUPON_WAIT_MS, isLargeCoupon } from "@vriddhi/core/back-office/desk-act";
import { type Coupon, fromMultiplier, toMultiplier } from "@vriddhi/core/billing/coupon";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import { deskCouponMessages, deskCouponTexts } from "./desk-coupon.messages.ts";
import type { DeskCouponStore } from "./desk-coupon.store.ts";

interface By {
  readonly userId: string;
  readonly ip: string;
}

export interface DeskCouponDeps {
  readonly store: DeskCouponStore;
  readonly clock: HumanClock;
  readonly audit: Audit;
  /** Returns the id of the request that waits for a second admin; `null` when one admin is enough. */
  askSecond(
    act: { sentence: string; input: Readonly<Record<string, unknown>>; waitsMs: number },
    by: By,
  ): Promise<string | null>;
}

export interface DeskCouponService {
  create(
    coupon: Coupon,
    by: By,
  ): Promise<Result<{ readonly message: string; readonly waitingId: string | null }, "coupon_exists">>;
  createConfirmed(input: Readonly<Record<string, unknown>>, by: By): Promise<string>;
  end(code: string, by: By): Promise<Result<string, "not_found">>;
}

const PERCENT = 100;

const toFacts = (coupon: Coupon) => ({
  code: coupon.code,
  multiplier: toMultiplier(coupon.discount),
  endsAt: coupon.endsAt,
  usesMax: coupon.usesMax,
  usesPerPerson: coupon.usesPerPerson,
});

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function fromFacts(input: Readonly<Record<string, unknown>>): Coupon {
  const { code, multiplier, endsAt, usesMax, usesPerPerson } = input;
  const end = numberOrNull(endsAt);
  return {
    code: String(code),
    discount: fromMultiplier(Number(multiplier)),
    endsAt: end === null ? null : epochMs(end),
    usesMax: numberOrNull(usesMax),
    usesPerPerson: numberOrNull(usesPerPerson),
  };
}

export function createDeskCouponService({ store, clock, audit, askSecond }: DeskCouponDeps): DeskCouponService {
  const add = (coupon: Coupon, { userId: byUserId, ip }: By): Promise<boolean> =>
    store.transaction(async (tx) => {
      if (!(await store.add(tx, coupon))) return false;
      await audit.record({ kind: "desk_coupon_created", userId: null, byUserId, ip, after: toFacts(coupon) }, tx);
      return true;
    });
  return {
    async create(coupon, by) {
      const multiplier = toMultiplier(coupon.discount);
      if (await store.exists(coupon.code)) return err("coupon_exists");
      if (isLargeCoupon(multiplier)) {
        const sentence = deskCouponTexts.asked(coupon.code, Math.round((1 - multiplier) * PERCENT));
        const waitingId = await askSecond({ sentence, input: toFacts(coupon), waitsMs: COUPON_WAIT_MS }, by);
        if (waitingId !== null) return ok({ message: deskCouponTexts.waiting, waitingId });
      }
      if (!(await add(coupon, by))) return err("coupon_exists");
      return ok({ message: deskCouponTexts.created(coupon.code), waitingId: null });
    },
    async createConfirmed(input, by) {
      const coupon = fromFacts(input);
      return (await add(coupon, by)) ? deskCouponTexts.created(coupon.code) : deskCouponMessages.coupon_exists;
    },
    end: (code, { userId: byUserId, ip }) =>
      store.transaction(async (tx) => {
        const at = clock.now();
        const before = await store.end(tx, code, at);
        if (before === undefined) return err("not_found");
        const change = { before: { code, endsAt: before }, after: { code, endsAt: at } };
        await audit.record({ kind: "desk_coupon_ended", userId: null, byUserId, ip, ...change }, tx);
        return ok(deskCouponTexts.ended(code));
      }),
  };
}
