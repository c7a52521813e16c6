import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("rounded-lg border border-line bg-surface shadow-card", className)} />;
}

interface CardHeaderProps {
  title: string;
  /** Heading level, so that each page keeps an unbroken outline. */
  level?: 2 | 3;
  description?: ReactNode;
  action?: ReactNode;
}

export function CardHeader({ title, level = 2, description, action }: CardHeaderProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line px-6 py-4.5">
      <div className="grid gap-1">
        <Heading className="text-base font-semibold">{title}</Heading>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {action}
    </header>
  );
}
