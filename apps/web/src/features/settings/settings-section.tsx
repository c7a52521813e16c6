import type { UseQueryResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useEffect, useId } from "react";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { hasSessionEnded } from "./failure.ts";
import { settingsTexts } from "./settings.texts.ts";

interface SettingsSectionProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid items-start gap-3.5 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-12">
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

interface RowActionProps {
  label: string;
  /** What the action is about, for screen readers: sighted users see the row. */
  of: string;
  onClick(): void;
}

export function RowAction({ label, of, onClick }: RowActionProps) {
  return (
    <Button size="sm" aria-label={`${label} ${of}`} aria-haspopup="dialog" onClick={onClick}>
      {label}
    </Button>
  );
}

/** On a phone the text runs under the title and the action; elsewhere there is room for a mark in front. */
const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-5 py-4 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] sm:gap-y-0.5 sm:px-6 sm:py-4.5";
const WORDS = "col-span-2 text-sm text-muted sm:col-span-1 sm:col-start-2 sm:row-start-2";

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
      <span className="hidden size-10 place-items-center rounded-full bg-raised text-muted sm:row-span-2 sm:grid">
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <div
        className={classNames(
          "flex flex-wrap items-center gap-x-2.5 gap-y-1 sm:min-h-6",
          action ? "min-h-9" : "col-span-2 sm:col-span-1",
        )}
      >
        <p className="min-w-0 font-medium wrap-anywhere">{title}</p>
        {badge}
      </div>
      {action && <div className="sm:col-start-3 sm:row-span-2">{action}</div>}
      {children && <div className={WORDS}>{children}</div>}
    </div>
  );
}

function SkeletonRow() {
  return (
    <div className={ROW}>
      <Skeleton className="hidden size-10 rounded-full! sm:row-span-2 sm:block" />
      <span className="flex min-h-9 items-center sm:min-h-6">
        <Skeleton className="h-4 w-32" />
      </span>
      <Skeleton className="h-9 w-22 rounded-md sm:col-start-3 sm:row-span-2" />
      <span className={WORDS}>
        <Skeleton className="my-1 h-3 w-full max-w-64" />
      </span>
    </div>
  );
}

function LoadFault({ onRetry, isRetrying }: { onRetry(): void; isRetrying: boolean }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4.5 sm:px-6">
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
  skeleton?: ReactNode;
  children(data: Data): ReactNode;
}

export function Loaded<Data>({ query, title, skeleton = <SkeletonRow />, children }: LoadedProps<Data>) {
  const store = useSessionStore();
  const isOver = hasSessionEnded(query.error);
  useEffect(() => {
    if (isOver) void store.check();
  }, [isOver, store]);
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFault onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <LoadingRegion label={settingsTexts.loading(title)}>{skeleton}</LoadingRegion>;
}
