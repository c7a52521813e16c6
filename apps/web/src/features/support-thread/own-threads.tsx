import { useQuery } from "@tanstack/react-query";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import { useSearchParams } from "react-router";
import type { Reply } from "../../lib/api.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { POLL } from "../../lib/polling.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { NewThread } from "./new-thread.tsx";
import { OwnThread } from "./own-thread.tsx";
import { stateTexts, threadTexts } from "./support-thread.texts.ts";
import { listThreads, type ThreadSource } from "./thread-source.ts";

type Thread = Reply<"GET", "/support/threads">["threads"][number];

function ThreadRow({ thread, onOpen }: { thread: Thread; onOpen(): void }) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full gap-1 px-4 py-3 text-left hover:bg-raised/60 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-x-4"
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{supportTopics[thread.topic]}</span>
          {thread.is_unread ? (
            <Badge tone="info" hasDot>
              {threadTexts.isNew}
            </Badge>
          ) : (
            <Badge>{stateTexts[thread.status]}</Badge>
          )}
        </span>
        <span className="figures text-xs text-muted sm:row-span-2">
          {formatIstDateTime(instantOf(thread.changed_at))}
        </span>
        <span className="truncate text-sm text-muted">{thread.excerpt}</span>
      </button>
    </li>
  );
}

function Rows({ source, onOpen }: { source: ThreadSource; onOpen(id: string): void }) {
  const { data, isError, refetch } = useQuery({ ...listThreads(source), refetchInterval: POLL.supportMs });
  if (isError && data === undefined)
    return <ErrorState title={threadTexts.failed} level={3} onRetry={() => refetch()} />;
  if (data === undefined)
    return (
      <div className="grid gap-3 p-4" role="status" aria-label={threadTexts.loading}>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    );
  if (data.threads.length === 0)
    return (
      <p className="px-4 py-5 text-sm text-muted">
        <strong className="font-semibold text-text">{threadTexts.none}.</strong> {threadTexts.noneBody[source]}
      </p>
    );
  return (
    <ul aria-label={threadTexts.list}>
      {data.threads.map((thread) => (
        <ThreadRow key={thread.id} thread={thread} onOpen={() => onOpen(thread.id)} />
      ))}
    </ul>
  );
}

const NEW = "new";

/** The user's conversations with support; the address names the open one. A visitor begins one by the form. */
export function OwnThreads({ source }: { source: ThreadSource }) {
  const [search, setSearch] = useSearchParams();
  const current = search.get("thread");
  const go = (thread: string | null) => {
    setSearch(thread === null ? {} : { thread }, { preventScrollReset: true });
  };
  const begin = (
    <Button size="sm" onClick={() => go(NEW)}>
      <MessageSquarePlus className="size-4" aria-hidden="true" />
      {threadTexts.begin}
    </Button>
  );
  return (
    <Panel
      title={threadTexts.title}
      note={threadTexts.lead[source]}
      action={current === null && source === "account" && begin}
    >
      {current === null && <Rows source={source} onOpen={go} />}
      {current === NEW && <NewThread onOpened={go} onCancel={() => go(null)} />}
      {current !== null && current !== NEW && (
        <OwnThread key={current} source={source} threadId={current} onBack={() => go(null)} />
      )}
    </Panel>
  );
}
