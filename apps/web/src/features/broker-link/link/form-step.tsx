import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { classNames } from "../../../ui/class-names.ts";

interface FormStepProps {
  number: number;
  title: string;
  /** It is done and stays visible. */
  isDone?: boolean;
  children: ReactNode;
}

export function FormStep({ number, title, isDone = false, children }: FormStepProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-x-4 gap-y-5 border-line not-first:border-t not-first:pt-6 sm:grid-cols-[2rem_minmax(0,1fr)]"
    >
      <h3 className="flex items-center gap-3 font-semibold sm:col-span-2">
        <span
          className={classNames(
            "figures grid size-8 shrink-0 place-items-center rounded-full border text-sm",
            isDone ? "border-info text-info" : "border-line-strong text-muted",
          )}
          aria-hidden="true"
        >
          {isDone ? <Check className="size-4" /> : number}
        </span>
        {title}
      </h3>
      <div className="grid gap-5 sm:col-start-2">{children}</div>
    </section>
  );
}
