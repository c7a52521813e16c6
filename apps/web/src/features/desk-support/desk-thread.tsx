import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MessageList, type ShownMessage } from "../../ui/message-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { deskStateTexts, deskSupportTexts } from "./desk-support.texts.ts";

type Thread = Reply<"GET", "/api/admin/support/threads/{threadId}">["thread"];

const readDeskThread = (threadId: string) =>
  adminRead("/api/admin/support/threads/{threadId}", { params: { threadId } });

/** Read-only support does not mark messages as read. */
function useReadMark(thread: Thread | undefined, canAct: boolean, newest: string | undefined): void {
  const queries = useQueryClient();
  const unreadId = canAct && thread?.is_unread ? thread.id : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message has to be marked again
  useEffect(() => {
    if (unreadId === null) return;
    adminApi("POST", "/api/admin/support/threads/{threadId}/read", { params: { threadId: unreadId } })
      .then(() => queries.invalidateQueries({ queryKey: ["desk", "/api/admin/support/threads"] }))
      .catch(() => undefined); // stays unread
  }, [unreadId, newest]);
}

function CloseButton({ thread }: { thread: Thread }) {
  const queries = useQueryClient();
  const closing = useMutation({
    mutationFn: () =>
      adminApi("POST", "/api/admin/support/threads/{threadId}/close", { params: { threadId: thread.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["desk"] }),
    onError: () => showToast("error", deskSupportTexts.closeFailed),
  });
  return (
    <Button variant="ghost" size="sm" isBusy={closing.isPending} onClick={() => closing.mutate()}>
      {deskSupportTexts.close}
    </Button>
  );
}

function ThreadHead({ thread, canAct, hasUserLink }: { thread: Thread; canAct: boolean; hasUserLink: boolean }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
      <div className="min-w-0">
        <h2 className="truncate text-[0.9375rem] font-semibold">{thread.name}</h2>
        <p className="truncate text-xs text-muted">
          {supportTopics[thread.topic]} · {thread.reference} ·{" "}
          {thread.user_id === null ? deskSupportTexts.guest : thread.email}
        </p>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Badge tone={thread.status === "open" ? "warn" : "neutral"}>{deskStateTexts[thread.status]}</Badge>
        {hasUserLink && thread.user_id !== null && (
          <Button asChild variant="ghost" size="sm">
            <Link to={`/secret/users/${thread.user_id}`}>{deskSupportTexts.openUser}</Link>
          </Button>
        )}
        {canAct && thread.status !== "closed" && <CloseButton thread={thread} />}
      </div>
    </header>
  );
}

const nameIn =
  (thread: Thread) =>
  ({ author, ...message }: ShownMessage & { by?: string | null }): string =>
    author === "writer" ? thread.name : (message.by ?? deskSupportTexts.title);

interface DeskThreadProps {
  threadId: string;
  canAct: boolean;
  hasUserLink?: boolean;
}

export function DeskThread({ threadId, canAct, hasUserLink = true }: DeskThreadProps) {
  const { data, isError, refetch } = useQuery({ ...readDeskThread(threadId), refetchInterval: POLL.supportMs });
  useReadMark(data?.thread, canAct, data?.messages.at(-1)?.id);
  if (isError && data === undefined)
    return <ErrorState title={deskSupportTexts.threadFailed} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton className="m-4 h-64" />;
  const { thread, messages } = data;
  return (
    <div className="flex min-h-0 grow flex-col">
      <ThreadHead thread={thread} canAct={canAct} hasUserLink={hasUserLink} />
      <MessageList
        className="min-h-40 grow"
        label={deskSupportTexts.messages}
        mine="desk"
        messages={messages}
        nameOf={nameIn(thread)}
      />
      <div className="border-t border-line p-4">
        {canAct ? (
          <AnswerBox key={thread.id} thread={thread} />
        ) : (
          <p className="text-sm text-muted">{deskSupportTexts.readOnly}</p>
        )}
      </div>
    </div>
  );
}
