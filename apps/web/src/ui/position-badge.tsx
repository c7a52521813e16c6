import { classNames } from "./class-names.ts";

const positions = { buy: "LONG", sell: "SHORT" } as const;
const deals = { buy: "BUY", sell: "SELL" } as const;

interface PositionBadgeProps {
  side: keyof typeof positions;
  /** An exit opens no position: it buys or sells. */
  leg?: "entry" | "exit";
}

/** Long and short are not gain and loss: they differ in shape and never in green and red. */
export function PositionBadge({ side, leg = "entry" }: PositionBadgeProps) {
  const isLong = side === "buy";
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-[0.75rem] font-bold tracking-wide",
        isLong ? "bg-info/12 text-info" : "bg-raised text-text inset-ring inset-ring-line-strong",
      )}
    >
      <span aria-hidden="true">{isLong ? "▲" : "▼"}</span>
      {leg === "exit" ? deals[side] : positions[side]}
    </span>
  );
}
