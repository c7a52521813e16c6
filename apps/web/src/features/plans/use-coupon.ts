import { type Discount, fromMultiplier, NO_DISCOUNT, normaliseCouponCode } from "@vriddhi/core/billing/coupon";
import { useRef, useState } from "react";
import { ApiError, api } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import { couponTexts } from "./plans.texts.ts";

interface AppliedCoupon {
  readonly code: string;
  readonly discount: Discount;
}

export interface CouponControls {
  readonly applied: AppliedCoupon | null;
  readonly discount: Discount;
  readonly error: string | null;
  readonly isBusy: boolean;
  apply(typed: string): Promise<void>;
  remove(reason?: string): void;
}

function faultOf(cause: unknown): string {
  if (!(cause instanceof ApiError)) throw cause;
  return cause.status === 0 ? couponTexts.unreachable : (cause.detail ?? couponTexts.invalid);
}

/** A2.37, A5.10: one coupon at a time; any failure leaves no discount behind. */
export function useCoupon(): CouponControls {
  const [applied, setApplied] = useState<AppliedCoupon | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** An answer to an earlier question is dropped. */
  const turn = useRef(0);

  const remove = (reason: string | null = null) => {
    turn.current += 1;
    setApplied(null);
    setError(reason);
    setBusy(false);
  };
  const apply = async (typed: string): Promise<void> => {
    const code = normaliseCouponCode(typed);
    if (code === "") return remove(couponTexts.empty);
    turn.current += 1;
    const asked = turn.current;
    setBusy(true);
    setError(null);
    try {
      const { discount } = await api("POST", "/coupon/validate", { body: { code } });
      if (asked !== turn.current) return;
      setApplied({ code, discount: fromMultiplier(discount) });
      showToast("success", couponTexts.applied);
    } catch (cause) {
      if (asked === turn.current) remove(faultOf(cause));
      return;
    }
    setBusy(false);
  };
  return { applied, discount: applied?.discount ?? NO_DISCOUNT, error, isBusy, apply, remove };
}
