import type { ReactNode } from "react";

/** One of the numbered steps of a form. */
export function FormStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-5 border-line not-first:border-t not-first:pt-6">
      <h3 className="flex items-center gap-3 font-semibold">
        <span
          className="figures grid size-7 shrink-0 place-items-center rounded-full border border-line-strong text-sm text-muted"
          aria-hidden="true"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  );
}
