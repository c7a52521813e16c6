import { classNames } from "../../ui/class-names.ts";
import { frameTexts } from "./dashboard.texts.ts";
import type { LinkMarks } from "./day-facts.ts";

interface StatusDotProps {
  mark: LinkMarks[keyof LinkMarks] | undefined;
  className?: string;
}

/** Filled: connected. Hollow: needs the user. Screen readers get a text. */
export function StatusDot({ mark, className }: StatusDotProps) {
  if (mark === undefined || mark === "linked") return null;
  return (
    <span
      className={classNames(
        "size-2 shrink-0 rounded-full",
        mark === "connected" ? "bg-info" : "border-2 border-warn",
        className,
      )}
    >
      <span className="sr-only">{frameTexts.marks[mark]}</span>
    </span>
  );
}
