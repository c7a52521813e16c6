import { formatSignedPaise } from "../../lib/format.ts";
import { classNames } from "../../ui/class-names.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { resultOf, useDay } from "./day-facts.ts";
import { stripTexts } from "./strip.texts.ts";

const toneOf = (amount: number): string => {
  if (amount === 0) return "text-text";
  return amount > 0 ? "text-profit" : "text-loss";
};

const arrowOf = (amount: number): string => {
  if (amount === 0) return "\u2007";
  return amount > 0 ? "▲" : "▼";
};

/** The day's result after charges: sign and arrow show it as well as the colour. */
export function Result({ className, isNamed = false }: { className?: string; isNamed?: boolean }) {
  const { data } = useDay();
  // Nothing is claimed about a day that has not been read: it may have a position.
  if (data === undefined) return <Skeleton className={classNames("h-5 w-24", className)} />;
  const result = resultOf(data);
  if (result === null) {
    return <span className={classNames("block text-sm text-muted", className)}>{stripTexts.noResult}</span>;
  }
  if (result.now === null) {
    return <span className={classNames("block text-sm text-warn", className)}>{stripTexts.unknown}</span>;
  }
  return (
    <span
      className={classNames(
        "figures block min-w-[11ch] font-semibold whitespace-nowrap",
        toneOf(result.now),
        className,
      )}
    >
      <span aria-hidden="true">{arrowOf(result.now)} </span>
      {formatSignedPaise(result.now)}
      {isNamed && <span className="block text-xs leading-tight font-normal text-muted">{stripTexts.afterCharges}</span>}
    </span>
  );
}
