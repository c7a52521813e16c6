import LockKeyhole from "lucide-react/icons/lock-keyhole";
import { type KeyboardEvent, useId } from "react";
import { formatRupees } from "../../lib/format-subscription.ts";
import { classNames } from "../../ui/class-names.ts";
import { FieldError } from "../../ui/field-error.tsx";
import { LEAST, MOST, STEP } from "./capital-rules.ts";
import { capitalTexts } from "./trading.texts.ts";
import type { Capital } from "./use-capital.ts";

/** A number field accepts these too, and none of them is part of whole rupees. */
const NOT_WHOLE: readonly string[] = ["e", "E", "+", "-", ".", ","];

function keepWhole(event: KeyboardEvent<HTMLInputElement>): void {
  if (NOT_WHOLE.includes(event.key)) event.preventDefault();
  if (event.key === "Enter") event.currentTarget.blur();
}

function Hint({ isLocked, band }: { isLocked: boolean; band: number | null }) {
  if (isLocked) return capitalTexts.locked;
  if (band === null) return capitalTexts.hintWithoutBand;
  const [least, step] = [formatRupees(LEAST), formatRupees(STEP)];
  return (
    <>
      <span className="max-sm:hidden">{capitalTexts.hint(least, step)}</span>
      <span className="sm:hidden">{capitalTexts.hintShort(least, formatRupees(band), step)}</span>
    </>
  );
}

const frameOf = (isTooLow: boolean, isLocked: boolean): string => {
  if (isLocked) return "border-line bg-raised";
  return isTooLow ? "border-2 border-danger bg-ground" : "border-line-strong bg-ground focus-within:border-focus";
};

/** B5.1: whole rupees, red under the least, locked while running. */
export function CapitalField({ capital, isLocked }: { capital: Capital; isLocked: boolean }) {
  const id = useId();
  const { text, isTooLow, band, snapped } = capital;
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        {capitalTexts.label}
      </label>
      <div
        className={classNames(
          "flex h-14 items-center gap-2.5 sm:h-16 rounded-md border px-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus",
          frameOf(isTooLow, isLocked),
        )}
      >
        <span className="text-xl font-semibold text-muted" aria-hidden="true">
          ₹
        </span>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={LEAST}
          max={band ?? MOST}
          step={STEP}
          value={text}
          disabled={isLocked}
          aria-invalid={isTooLow || undefined}
          aria-describedby={`${id}-hint${isTooLow ? ` ${id}-error` : ""}`}
          onKeyDown={keepWhole}
          // The mouse wheel over the page must not change the capital.
          onWheel={(event) => event.currentTarget.blur()}
          onChange={(event) => capital.type(event.currentTarget.value)}
          onBlur={capital.settle}
          className="figures h-full w-full min-w-0 appearance-none bg-transparent text-2xl font-semibold outline-none [appearance:textfield] disabled:cursor-not-allowed disabled:text-text disabled:opacity-100 [&::-webkit-inner-spin-button]:appearance-none"
        />
        {isLocked && <LockKeyhole className="size-5 shrink-0 text-muted" aria-hidden="true" />}
      </div>
      {isTooLow && <FieldError id={`${id}-error`}>{capitalTexts.tooLow(formatRupees(LEAST))}</FieldError>}
      <p id={`${id}-hint`} className="text-sm text-muted">
        <Hint isLocked={isLocked} band={band} />
      </p>
      <p role="status" className="text-sm font-medium empty:hidden">
        {snapped !== null && capitalTexts.snapped(formatRupees(snapped), formatRupees(STEP))}
      </p>
    </div>
  );
}
