import type { ReactNode } from "react";

interface ManageRowProps {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

export function ManageRow({ title, action, children }: ManageRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-5 sm:px-6">
      <div className="grid min-w-0 basis-72 grow gap-1">
        <h3 className="font-semibold">{title}</h3>
        <div className="max-w-[56ch] text-sm text-muted">{children}</div>
      </div>
      {action}
    </div>
  );
}
