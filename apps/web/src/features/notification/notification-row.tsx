import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface NotificationRowProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export function NotificationRow({ icon: Icon, title, badge, children, actions }: NotificationRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 sm:px-6 sm:py-4.5">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-4">
        <span className="hidden size-10 shrink-0 place-items-center rounded-full bg-raised text-muted sm:grid">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-2.5 font-medium">
            {title}
            {badge}
          </p>
          <div className="text-sm text-muted">{children}</div>
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
