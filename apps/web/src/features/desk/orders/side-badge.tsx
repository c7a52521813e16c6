import { classNames } from "../../../ui/class-names.ts";
import { orderTexts } from "./orders.texts.ts";

/** Long and short are not gain and loss: they differ in shape and never in green and red. */
export function SideBadge({ side }: { side: "long" | "short" }) {
  const isLong = side === "long";
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-[0.75rem] font-bold tracking-wide",
        isLong ? "bg-info/12 text-info" : "bg-raised text-text inset-ring inset-ring-line-strong",
      )}
    >
      <span aria-hidden="true">{isLong ? "▲" : "▼"}</span>
      {orderTexts.sides[side]}
    </span>
  );
}
