import { useQuery } from "@tanstack/react-query";
import type { SupportThreadState } from "@vriddhi/core/site/support-thread";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { adminRead } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { useDeskEvents } from "../../lib/desk-events.ts";
import { formatIstDate, formatIstTime, instantOf } from "../../lib/format.ts";
import { POLL } from "../../lib/polling.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { deskStateTexts, deskSupportTexts } from "./desk-support.texts.ts";
import { DeskThread } from "./desk-thread.tsx";

type Thread = Reply<"GET", "/api/admin/support/threads">["threads"][number];
type Filter = SupportThreadState | "all";
const filters: readonly Filter[] = ["all", "open", "answered", "closed"];

function ThreadRow({ thread, isCurrent, onOpen }: { thread: Thread; isCurrent: boolean; onOpen(): void }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onOpen}
        aria-current={isCurrent ? "true" : undefined}
        className={classNames("grid w-full gap-1 px-4 py-3 text-left", isCurrent ? "bg-raised" : "hover:bg-raised/60")}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold">{thread.name}</span>
          {thread.is_unread && <Badge tone="info">{deskSupportTexts.unread}</Badge>}
          <span className="figures ml-auto shrink-0 text-xs text-muted">
            {formatIstDate(instantOf(thread.changed_at)).slice(0, -5)}, {formatIstTime(instantOf(thread.changed_at))}
          </span>
        </span>
        <span className="truncate text-sm text-muted">{thread.excerpt}</span>
        <span className="text-xs text-muted">
          {supportTopics[thread.topic]} · {deskStateTexts[thread.status]}
        </span>
      </button>
    </li>
  );
}

function FilterChips({ value, onChange }: { value: Filter; onChange(filter: Filter): void }) {
  return (
    <fieldset className="flex gap-2 overflow-x-auto border-b border-line px-4 py-2.5">
      <legend className="sr-only">{deskSupportTexts.filterLabel}</legend>
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
          className={classNames(
            "thumb h-8 shrink-0 rounded-full border px-3 text-[0.8125rem] font-medium",
            filter === value ? "border-text bg-raised text-text" : "border-line-strong text-muted",
          )}
        >
          {deskSupportTexts.filters[filter]}
        </button>
      ))}
    </fieldset>
  );
}

function ThreadRows({ filter, current, onOpen }: { filter: Filter; current: string | null; onOpen(id: string): void }) {
  const question = adminRead("/api/admin/support/threads", { query: filter === "all" ? {} : { status: filter } });
  const { data, isError, refetch } = useQuery({ ...question, refetchInterval: POLL.supportMs });
  if (isError && data === undefined) return <ErrorState title={deskSupportTexts.failed} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton className="m-4 h-40" />;
  if (data.threads.length === 0)
    return <EmptyState title={deskSupportTexts.none}>{deskSupportTexts.noneBody}</EmptyState>;
  return (
    <ul className="min-h-0 overflow-y-auto">
      {data.threads.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} isCurrent={thread.id === current} onOpen={() => onOpen(thread.id)} />
      ))}
    </ul>
  );
}

function WaitingCount() {
  const { data } = useQuery(adminRead("/api/admin/support/threads", { query: {} }));
  if (data === undefined) return null;
  return data.waiting === 0 ? deskSupportTexts.noneWaits : deskSupportTexts.waiting(data.waiting);
}

const HEIGHT = "lg:h-[calc(100dvh-7.5rem-var(--sandbox-bar-height,0px))]";

export function DeskSupportPage({ canAct }: { canAct: boolean }) {
  useDeskEvents();
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState<Filter>("all");
  const current = search.get("thread");
  const go = (thread: string | null) => setSearch(thread === null ? {} : { thread }, { preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[24rem_minmax(0,1fr)]">
      <div className={classNames(current !== null && "max-lg:hidden")}>
        <Panel title={deskSupportTexts.list} note={<WaitingCount />} className={classNames("flex flex-col", HEIGHT)}>
          <FilterChips value={filter} onChange={setFilter} />
          <ThreadRows filter={filter} current={current} onOpen={go} />
        </Panel>
      </div>
      <section
        aria-label={deskSupportTexts.thread}
        className={classNames(
          "flex flex-col overflow-clip rounded-lg border border-line bg-surface shadow-card max-lg:min-h-[70dvh]",
          HEIGHT,
          current === null && "max-lg:hidden",
        )}
      >
        {current === null ? (
          <EmptyState title={deskSupportTexts.choose}>{deskSupportTexts.chooseBody}</EmptyState>
        ) : (
          <>
            <Button variant="ghost" size="sm" className="m-2 self-start lg:hidden" onClick={() => go(null)}>
              {deskSupportTexts.back}
            </Button>
            <DeskThread key={current} threadId={current} canAct={canAct} />
          </>
        )}
      </section>
    </div>
  );
}

interface PersonThreadProps {
  userId: string;
  canAct: boolean;
}

/** The newest thread with one user, beside their page. */
export function PersonThread({ userId, canAct }: PersonThreadProps) {
  useDeskEvents();
  const question = adminRead("/api/admin/support/threads", { query: { user_id: userId } });
  const { data } = useQuery({ ...question, refetchInterval: POLL.supportMs });
  const newest = data?.threads[0];
  return (
    <section
      aria-label={deskSupportTexts.thread}
      id="thread"
      className="flex max-h-[calc(100dvh-6rem)] min-h-80 flex-col overflow-clip rounded-lg border border-line bg-surface shadow-card"
    >
      {data === undefined && <Skeleton className="m-4 h-64" />}
      {data !== undefined && newest === undefined && (
        <EmptyState title={deskSupportTexts.noThread}>{deskSupportTexts.noThreadBody}</EmptyState>
      )}
      {newest && <DeskThread key={newest.id} threadId={newest.id} canAct={canAct} hasUserLink={false} />}
    </section>
  );
}
