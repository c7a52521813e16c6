import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useEffect, useId } from "react";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { hasSessionEnded } from "./failure.ts";
import { settingsTexts } from "./settings.texts.ts";

interface SettingsSectionProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** What it is on the left, what can be done about it on the right; one above the other where there is no room. */
export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-12">
      <header className="grid content-start gap-1 xl:pt-4.5">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted">{lead}</p>
      </header>
      <Card className="divide-y divide-line">{children}</Card>
    </section>
  );
}

const ROW = "flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4.5 sm:px-6";

interface SettingsRowProps {
  icon: LucideIcon;
  title: string;
  badge?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function SettingsRow({ icon: Icon, title, badge, children, action }: SettingsRowProps) {
  return (
    <div className={ROW}>
      <div className="flex min-w-0 grow basis-60 gap-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-muted">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <div className="grid min-w-0 content-center gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <p className="min-w-0 font-medium wrap-anywhere">{title}</p>
            {badge}
          </div>
          {children && <div className="text-sm text-muted">{children}</div>}
        </div>
      </div>
      {action && <div className="ml-14 sm:ml-0">{action}</div>}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={ROW}>
      <div className="flex min-w-0 grow basis-60 gap-4">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid grow content-center gap-2">
          <Skeleton className="h-4.5 w-36" />
          <Skeleton className="h-4 w-3/4 max-w-72" />
        </div>
      </div>
      <Skeleton className="ml-14 h-9 w-24 rounded-md sm:ml-0" />
    </div>
  );
}

function LoadFault({ onRetry, isRetrying }: { onRetry(): void; isRetrying: boolean }) {
  return (
    <div role="alert" className={ROW}>
      <p className="flex items-center gap-3 font-medium">
        <CircleAlert className="size-5 shrink-0 text-danger" aria-hidden="true" />
        {settingsTexts.loadFailed}
      </p>
      <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
        {settingsTexts.retry}
      </Button>
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  title: string;
  /** As many as there will most likely be. */
  skeletonRows?: number;
  children(data: Data): ReactNode;
}

/** The rows of one query: held places, then the answer, or a way to ask again. */
export function Loaded<Data>({ query, title, skeletonRows = 1, children }: LoadedProps<Data>) {
  const store = useSessionStore();
  const isOver = hasSessionEnded(query.error);
  useEffect(() => {
    if (isOver) void store.check();
  }, [isOver, store]);
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFault onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <LoadingRegion label={settingsTexts.loading(title)}>
      <div className="divide-y divide-line">
        {Array.from({ length: skeletonRows }, (_, row) => row).map((row) => (
          <SkeletonRow key={row} />
        ))}
      </div>
    </LoadingRegion>
  );
}
