import type { UseQueryResult } from "@tanstack/react-query";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import CircleAlert from "lucide-react/icons/circle-alert";
import WifiOff from "lucide-react/icons/wifi-off";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { useRefusal } from "../../../lib/use-refusal.ts";
import { connectionTexts } from "../../../texts/connection.texts.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConnectionSkeleton } from "../../../ui/connection-skeleton.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { ViewStage } from "../../../ui/view-stage.tsx";

const EgressPanel = lazy(async () => ({ default: (await import("./egress-panel.tsx")).EgressPanel }));

export function StatusFault({ onRetry, isRetrying }: { onRetry(): void; isRetrying: boolean }) {
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

interface ConnectionScreenProps<Data> {
  broker: BrokerName;
  addressGuide: readonly string[];
  query: UseQueryResult<Data>;
  fieldCount: number;
  /** Names the current view; `connected` claims what must be known. */
  view: string;
  isConnected: boolean;
  children(data: Data): ReactNode;
}

/** An unread status counts as not connected (B8.2); only a form that was open before stays, with its values. */
export function ConnectionScreen<Data>(props: ConnectionScreenProps<Data>) {
  const { broker, addressGuide, query, fieldCount, view, isConnected, children } = props;
  const explain = useRefusal();
  const { error, isError, data } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once when it begins, not at every attempt
  useEffect(() => {
    if (!isError) return;
    explain(error);
    showToast("error", connectionTexts.checkFailed);
  }, [isError]);
  if (!isError && data === undefined)
    return query.fetchStatus === "paused" ? <Offline /> : <ConnectionSkeleton fields={fieldCount} />;
  const isDrawn = data !== undefined && !(isError && view === "connected");
  return (
    <>
      {isError && <StatusFault onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
      {isDrawn && <ViewStage view={view}>{children(data)}</ViewStage>}
      {/* Before that, the form's first step shows the address. */}
      {!isError && isConnected && (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <EgressPanel broker={broker} guide={addressGuide} isConnected />
        </Suspense>
      )}
    </>
  );
}
