import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface StatProps {
  label: string;
  value: ReactNode;
  /** Money gained or lost; the sign belongs into `value`, because colour alone is no cue. */
  tone?: "plain" | "profit" | "loss";
  note?: ReactNode;
}

const toneClass = { plain: "text-text", profit: "text-profit", loss: "text-loss" };

export function Stat({ label, value, tone = "plain", note }: StatProps) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames("figures text-xl font-semibold", toneClass[tone])}>{value}</dd>
      {note && <dd className="text-sm text-muted">{note}</dd>}
    </div>
  );
}

export function StatList({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={classNames("grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-6 gap-y-7", className)}>
      {children}
    </dl>
  );
}
