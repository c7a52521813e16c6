import { APPROVAL_WINDOW_MS } from "@vriddhi/core/risk/approval";
import { type CSSProperties, memo, useState } from "react";
import { approvalTexts as texts } from "./approval.texts.ts";
import "./approval.css";

interface ApprovalRingProps {
  /** On this device's clock. */
  endsAtMs: number;
  secondsLeft: number;
}

/** Shrinks by CSS; only the digits are rendered. */
export const ApprovalRing = memo(function ApprovalRing({ endsAtMs, secondsLeft }: ApprovalRingProps) {
  const [style] = useState(
    () =>
      ({
        "--ring-whole": `${APPROVAL_WINDOW_MS}ms`,
        "--ring-since": `${Math.min(0, endsAtMs - Date.now() - APPROVAL_WINDOW_MS)}ms`,
      }) as CSSProperties,
  );
  return (
    <div
      role="timer"
      aria-label={texts.seconds(secondsLeft)}
      className="relative grid size-19 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 36 36" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="2.6" aria-hidden="true">
        <circle cx="18" cy="18" r="15.9155" className="stroke-line" />
        <circle
          cx="18"
          cy="18"
          r="15.9155"
          strokeDasharray="100"
          strokeLinecap="round"
          className="approval-ring stroke-accent"
          style={style}
        />
      </svg>
      <span className="figures text-2xl font-semibold" aria-hidden="true">
        {secondsLeft}
      </span>
    </div>
  );
});
