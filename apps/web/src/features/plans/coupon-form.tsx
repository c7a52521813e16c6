import { toMultiplier } from "@vriddhi/core/billing/coupon";
import Check from "lucide-react/icons/check";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { couponTexts } from "./plans.texts.ts";
import type { CouponControls } from "./use-coupon.ts";

interface CouponFormProps {
  coupon: CouponControls;
  initialCode: string | null;
}

const percentOff = (multiplier: number): string => `${Math.round((1 - multiplier) * 10_000) / 100}%`;

/** A2.37: most people have no coupon, so its field is hidden behind a line unless the address carries a code. */
export function CouponForm({ coupon, initialCode }: CouponFormProps) {
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || initialCode !== null || coupon.applied !== null || coupon.error !== null;
  if (isOpen) return <CouponFields coupon={coupon} initialCode={initialCode} isWanted={isWanted} />;
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      className="-mb-3 min-h-11 justify-self-start text-sm font-medium text-muted underline underline-offset-4 hover:text-text"
    >
      {couponTexts.ask}
    </button>
  );
}

interface CouponFieldsProps extends CouponFormProps {
  /** The user has just opened the field: focus it. */
  isWanted: boolean;
}

function CouponFields({ coupon, initialCode, isWanted }: CouponFieldsProps) {
  const [typed, setTyped] = useState(initialCode ?? "");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) field.current?.focus();
  }, [isWanted]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void coupon.apply(typed);
  };
  const remove = () => {
    setTyped("");
    coupon.remove();
    field.current?.focus();
  };
  const { applied, error, isBusy } = coupon;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md content-start gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <TextField
          ref={field}
          label={couponTexts.label}
          name="coupon"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          error={error ?? undefined}
          className="[&_input]:uppercase"
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
