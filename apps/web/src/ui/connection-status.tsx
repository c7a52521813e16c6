import type { UseQueryResult } from "@tanstack/react-query";
import CircleAlert from "lucide-react/icons/circle-alert";
import WifiOff from "lucide-react/icons/wifi-off";
import { type ReactNode, useEffect } from "react";
import { useRefusal } from "../lib/use-refusal.ts";
import { connectionTexts } from "../texts/connection.texts.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { EmptyState } from "./empty-state.tsx";
import { showToast } from "./toast.tsx";

function StatusFault({ onRetry, isRetrying }: { onRetry(): void; isRetrying: boolean }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-6 py-4">
      <div className="flex items-start gap-3">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" aria-hidden="true" />
        <div className="grid gap-0.5">
          <p className="font-medium">{connectionTexts.checkFailed}</p>
          <p className="text-sm text-muted">{connectionTexts.checkFailedBody}</p>
        </div>
      </div>
      <Button size="sm" isBusy={isRetrying} onClick={onRetry}>
        {connectionTexts.retry}
      </Button>
    </Card>
  );
}

function Offline() {
  return (
    <Card>
      <EmptyState title={connectionTexts.offline} icon={<WifiOff className="size-5" aria-hidden="true" />}>
        {connectionTexts.offlineBody}
      </EmptyState>
    </Card>
  );
}

interface ConnectionStatusProps<Status> {
  query: UseQueryResult<Status>;
  skeleton: ReactNode;
  /** Null where the status could not be read: it counts as not connected. B8.2 */
  children(status: Status | null): ReactNode;
}

/** What every connection screen does with its status: wait in its shape, say when it cannot be read, hand it on. */
export function ConnectionStatus<Status>({ query, skeleton, children }: ConnectionStatusProps<Status>) {
  const explain = useRefusal();
  const { error, isError } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once when it begins, not at every further attempt
  useEffect(() => {
    if (!isError) return;
    explain(error);
    showToast("error", connectionTexts.checkFailed);
  }, [isError]);
  if (!isError && query.data === undefined) return query.fetchStatus === "paused" ? <Offline /> : skeleton;
  return (
    <>
      {isError && <StatusFault onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
      {children(isError ? null : (query.data ?? null))}
    </>
  );
}
