import { toMultiplier } from "@vriddhi/core/billing/coupon";
import Check from "lucide-react/icons/check";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { couponTexts } from "./plans.texts.ts";
import type { CouponControls } from "./use-coupon.ts";

interface CouponFormProps {
  coupon: CouponControls;
  /** A code that came with the address. */
  initialCode: string | null;
}

const percentOff = (multiplier: number): string => `${Math.round((1 - multiplier) * 10_000) / 100}%`;

/** A2.37 */
export function CouponForm({ coupon, initialCode }: CouponFormProps) {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (initialCode !== null) setTyped(initialCode);
  }, [initialCode]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void coupon.apply(typed);
  };
  const remove = () => {
    setTyped("");
    coupon.remove();
  };
  const { applied, error, isBusy } = coupon;
  return (
    <form onSubmit={submit} noValidate className="grid content-start gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <TextField
          label={couponTexts.label}
          placeholder={couponTexts.placeholder}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={error ?? undefined}
          className="[&_input]:uppercase [&_input]:placeholder:normal-case"
        />
        <Button type="submit" isBusy={isBusy} className="mt-7 h-12">
          {couponTexts.apply}
        </Button>
      </div>
      <div role="status">
        {error !== null && <span className="sr-only">{error}</span>}
        {applied && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm font-medium">
            <span className="flex items-center gap-2">
              <Check className="size-4 shrink-0 text-accent-text" aria-hidden="true" />
              {couponTexts.active(applied.code, percentOff(toMultiplier(applied.discount)))}
            </span>
            <button
              type="button"
              onClick={remove}
              className="thumb text-muted underline underline-offset-4 hover:text-text"
            >
              {couponTexts.remove}
            </button>
          </p>
        )}
      </div>
    </form>
  );
}
