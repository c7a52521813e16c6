import { type Paise, paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatSignedPaise } from "../../lib/format.ts";
import { classNames } from "../../ui/class-names.ts";

/** A blank of the arrow's width, so that a zero moves nothing. */
const ARROWS = { up: "▲", down: "▼", none: "\u2007" } as const;

const arrowOf = (amount: number): string => (amount > 0 ? ARROWS.up : amount < 0 ? ARROWS.down : ARROWS.none);
const toneOf = (amount: number): string => (amount > 0 ? "text-profit" : amount < 0 ? "text-loss" : "text-text");

interface MoneyProps {
  amount: number;
  /** Outdated or uncertain: the figure is dimmed. */
  isStale?: boolean;
  hasArrow?: boolean;
  className?: string;
}

/** A gain or loss: sign and arrow repeat what the colour shows. */
export const Money = memo(function Money({ amount, isStale = false, hasArrow = false, className }: MoneyProps) {
  const value: Paise = paise(amount);
  return (
    <span className={classNames("figures whitespace-nowrap", isStale ? "text-muted" : toneOf(amount), className)}>
      {hasArrow && (
        <span aria-hidden="true" className="mr-[0.2em] inline-block text-[0.62em]">
          {arrowOf(amount)}
        </span>
      )}
      {formatSignedPaise(value)}
    </span>
  );
});
