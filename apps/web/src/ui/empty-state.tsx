import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface EmptyStateProps {
  title: string;
  /** 1 where the empty state is the whole page. */
  level?: 1 | 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

export function EmptyState({ title, level = 2, children, action, icon, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classNames("grid content-center justify-items-center gap-3 px-6 py-14 text-center", className)}>
      {icon && (
        <div className="mb-2 grid size-12 place-items-center rounded-full border border-line bg-raised text-muted">
          {icon}
        </div>
      )}
      <Heading className={level === 1 ? "text-2xl font-semibold" : "text-lg font-semibold"}>{title}</Heading>
      {children && <div className="max-w-[46ch] text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
