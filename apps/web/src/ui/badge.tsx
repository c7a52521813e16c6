import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type BadgeTone = "neutral" | "accent" | "info" | "warn" | "danger" | "profit" | "loss";

const toneClass: Record<BadgeTone, string> = {
  neutral: "border-line-strong text-muted",
  accent: "border-accent-text text-accent-text",
  info: "border-info text-info",
  warn: "border-warn text-warn",
  danger: "border-danger text-danger",
  profit: "border-profit text-profit",
  loss: "border-loss text-loss",
};

interface BadgeProps {
  tone?: BadgeTone;
  /** A filled dot before the word: a state that is on or off. */
  hasDot?: boolean;
  children: ReactNode;
}

/** `profit` and `loss` are for money only; a state is `info`, `warn`, `danger` or `neutral`. */
export function Badge({ tone = "neutral", hasDot = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex h-6 w-fit items-center gap-1.5 rounded-full border px-2.5 text-xs font-semibold whitespace-nowrap",
        toneClass[tone],
      )}
    >
      {hasDot && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
      {children}
    </span>
  );
}
