import { classNames } from "../../ui/class-names.ts";

const SHOWN_MAX = 99;

/** The number of new items, with words for screen readers; renders nothing at zero. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        "figures grid h-5 min-w-5 place-items-center rounded-full bg-info px-1.5 text-[0.6875rem] leading-none font-semibold text-ground",
        className,
      )}
    >
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      <span className="sr-only"> new</span>
    </span>
  );
}
