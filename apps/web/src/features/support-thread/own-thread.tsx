import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MessageComposer } from "../../ui/message-composer.tsx";
import { MessageList, type ShownMessage } from "../../ui/message-list.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { stateTexts, threadTexts } from "./support-thread.texts.ts";
import { listThreads, markThreadRead, readThread, type ThreadSource, writeToThread } from "./thread-source.ts";

const nameOf = ({ author }: ShownMessage): string => (author === "writer" ? threadTexts.you : threadTexts.desk);

/** Opening an unread answer marks it as read, so no mail about it is sent. */
function useReadMark(source: ThreadSource, threadId: string, isUnread: boolean, newest: string | undefined): void {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer message has to be marked again
  useEffect(() => {
    if (!isUnread) return;
    markThreadRead(source, threadId)
      .then(() => queries.invalidateQueries({ queryKey: listThreads(source).queryKey }))
      .catch(() => undefined); // stays unread, and a mail is sent
  }, [source, threadId, isUnread, newest]);
}

function Composer({ source, threadId }: { source: ThreadSource; threadId: string }) {
  const queries = useQueryClient();
  const [text, setText] = useState("");
  const sending = useMutation({
    mutationFn: () => writeToThread(source, threadId, text),
    onSuccess: async () => {
      setText("");
      await queries.invalidateQueries({ queryKey: readThread(source, threadId).queryKey });
      await queries.invalidateQueries({ queryKey: listThreads(source).queryKey });
    },
  });
  const { error } = sending;
  return (
    <MessageComposer
      label={threadTexts.write}
      send={threadTexts.send}
      hint={threadTexts.hint}
      value={text}
      onChange={setText}
      onSend={() => sending.mutate()}
      isBusy={sending.isPending}
      fault={error && (error instanceof ApiError && error.detail !== null ? error.detail : threadTexts.sendFailed)}
    />
  );
}

interface OwnThreadProps {
  source: ThreadSource;
  threadId: string;
  onBack(): void;
}

export function OwnThread({ source, threadId, onBack }: OwnThreadProps) {
  const { data, isError, refetch } = useQuery({ ...readThread(source, threadId), refetchInterval: POLL.supportMs });
  useReadMark(source, threadId, data?.thread.is_unread ?? false, data?.messages.at(-1)?.id);
  if (isError && data === undefined)
    return <ErrorState title={threadTexts.failed} level={3} onRetry={() => refetch()} />;
  return (
    <div className="grid">
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <Button variant="ghost" size="sm" className="px-2!" onClick={onBack} aria-label={threadTexts.back}>
          <ArrowLeft className="size-4.5" aria-hidden="true" />
        </Button>
        {data && (
          <>
            <h3 className="font-semibold">{supportTopics[data.thread.topic]}</h3>
            <span className="font-mono text-xs text-muted">{data.thread.reference}</span>
            <Badge tone={data.thread.status === "answered" ? "info" : "neutral"}>
              {stateTexts[data.thread.status]}
            </Badge>
          </>
        )}
      </header>
      {data ? (
        <MessageList
          className="max-h-[26rem] min-h-40"
          label={threadTexts.messages}
          mine="writer"
          messages={data.messages}
          nameOf={nameOf}
        />
      ) : (
        <Skeleton className="m-4 h-40" />
      )}
      <div className="grid gap-2 border-t border-line p-4">
        {data?.thread.status === "closed" && <p className="text-sm text-muted">{threadTexts.closed}</p>}
        <Composer source={source} threadId={threadId} />
      </div>
    </div>
  );
}
