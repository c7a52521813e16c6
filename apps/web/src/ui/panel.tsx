import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PanelProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, note, action, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={classNames("overflow-clip rounded-lg border border-line bg-surface shadow-card", className)}
    >
      <header className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="text-[0.9375rem] leading-5 font-semibold">{title}</h2>
        {note && <div className="min-w-0 text-xs text-muted">{note}</div>}
        {action && <div className="ml-auto flex flex-wrap items-center gap-3">{action}</div>}
      </header>
      {children}
    </section>
  );
}
