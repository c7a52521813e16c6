import LockKeyhole from "lucide-react/icons/lock-keyhole";
import { Link } from "react-router";
import { formatCompactPaise } from "../../lib/format.ts";
import { formatRupees, paiseOf } from "../../lib/format-subscription.ts";
import { classNames } from "../../ui/class-names.ts";
import { isOverBand, quickAmounts } from "./capital-rules.ts";
import { capitalTexts } from "./trading.texts.ts";
import type { TradingScript } from "./trading-script.ts";
import type { Capital } from "./use-capital.ts";

const labelOf = (amount: number): string => formatCompactPaise(paiseOf(amount));

interface QuickAmountProps {
  amount: number;
  isChosen: boolean;
  isOver: boolean;
  isLocked: boolean;
  script: TradingScript;
  onChoose(): void;
}

function lookOf({ isChosen, isOver, script }: QuickAmountProps): string {
  if (isOver)
    return script.isOverBandRed ? "border-danger text-danger line-through" : "border-line text-muted line-through";
  return isChosen
    ? "border-2 border-text bg-raised text-text"
    : "border-line-strong text-text not-disabled:hover:bg-raised";
}

/** B5.2: above the band it is disabled; where a press would explain it, it stays pressable. */
function QuickAmount(props: QuickAmountProps) {
  const { amount, isChosen, isOver, isLocked, script, onChoose } = props;
  const explainsLimit = isOver && !isLocked && script.overBandPreset !== null;
  return (
    <button
      type="button"
      disabled={isLocked || (isOver && !explainsLimit)}
      aria-disabled={explainsLimit || undefined}
      aria-pressed={isChosen}
      aria-label={`${labelOf(amount)}, ${formatRupees(amount)}`}
      onClick={onChoose}
      className={classNames(
        "figures h-11 min-w-0 rounded-md border text-base font-semibold transition-colors disabled:cursor-not-allowed aria-disabled:cursor-not-allowed",
        isLocked && "opacity-50",
        lookOf(props),
      )}
    >
      {labelOf(amount)}
    </button>
  );
}

function AboveBand({ amounts, isRed }: { amounts: readonly number[]; isRed: boolean }) {
  if (amounts.length === 0) return null;
  return (
    <p className={classNames("flex flex-wrap items-center gap-x-2 text-xs", isRed ? "text-danger" : "text-muted")}>
      <LockKeyhole className="size-4 shrink-0" aria-hidden="true" />
      {capitalTexts.above(amounts.map(labelOf).join(", "), amounts.length === 1)}
      <Link
        to="/subscription-plans"
        className="thumb font-semibold text-text underline decoration-line-strong underline-offset-4"
      >
        {capitalTexts.changePlan}
      </Link>
    </p>
  );
}

interface QuickAmountsProps {
  script: TradingScript;
  capital: Pick<Capital, "text" | "band" | "choose">;
  isLocked: boolean;
}

export function QuickAmounts({ script, capital, isLocked }: QuickAmountsProps) {
  const { band, text, choose } = capital;
  const over = quickAmounts.filter((amount) => isOverBand(amount, band));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium max-sm:sr-only">{capitalTexts.quick}</legend>
      <div className="grid grid-cols-6 gap-1.5 sm:gap-2">
        {quickAmounts.map((amount) => (
          <QuickAmount
            key={amount}
            amount={amount}
            isChosen={text === String(amount)}
            isOver={isOverBand(amount, band)}
            isLocked={isLocked}
            script={script}
            onChoose={() => choose(amount)}
          />
        ))}
      </div>
      {!isLocked && <AboveBand amounts={over} isRed={script.isOverBandRed} />}
    </fieldset>
  );
}
