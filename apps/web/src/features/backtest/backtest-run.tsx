import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError } from "../../lib/api.ts";
import { POLL } from "../../lib/polling.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { backtestTexts, runTexts, stateNames, strategyNames } from "./backtest.texts.ts";
import { type Backtest, type BacktestState, isOver } from "./backtest-replies.ts";
import { BacktestResultView } from "./backtest-result.tsx";

const stateTone: Readonly<Record<BacktestState, BadgeTone>> = {
  queued: "neutral",
  running: "info",
  done: "info",
  failed: "danger",
  cancelled: "warn",
};

export function StateBadge({ state }: Pick<Backtest, "state">) {
  return <Badge tone={stateTone[state]}>{stateNames[state]}</Badge>;
}

function useBacktest(id: string) {
  const queries = useQueryClient();
  const question = adminRead("/api/backtests/{id}", { params: { id } });
  const run = useQuery({
    ...question,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data.backtest) ? false : POLL.backtestMs),
  });
  const cancel = useMutation({
    mutationFn: () => adminApi("POST", "/api/backtests/{id}/cancel", { params: { id } }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: question.queryKey }),
        queries.invalidateQueries({ queryKey: adminRead("/api/backtests").queryKey }),
      ]),
  });
  return { run, cancel };
}

function ProgressBar({ progress }: Pick<Backtest, "progress">) {
  const percent = Math.round(progress * 100);
  return (
    <div className="flex items-center gap-4">
      <div
        role="progressbar"
        aria-label={runTexts.progress}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2.5 grow overflow-hidden rounded-full bg-raised"
      >
        <div className="h-full rounded-full bg-info transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <span className="figures w-12 text-right text-sm text-muted">{percent}%</span>
    </div>
  );
}

interface UnderWayProps {
  readonly backtest: Backtest;
  readonly isCancelling: boolean;
  onCancel(): void;
}

function UnderWay({ backtest, isCancelling, onCancel }: UnderWayProps) {
  return (
    <div className="grid gap-5 p-6">
      <ProgressBar progress={backtest.progress} />
      {backtest.state === "queued" && <p className="text-sm text-muted">{runTexts.waits}</p>}
      <Button className="sm:justify-self-start" isBusy={isCancelling} onClick={onCancel}>
        {runTexts.cancel}
      </Button>
    </div>
  );
}

interface MissingProps {
  /** `null`: the request is pending. */
  readonly cause: Error | null;
  readonly isRetrying: boolean;
  onRetry(): void;
}

function MissingRun({ cause, isRetrying, onRetry }: MissingProps) {
  if (cause === null)
    return (
      <LoadingRegion label={backtestTexts.loading}>
        <Skeleton className="h-40" />
      </LoadingRegion>
    );
  const detail = cause instanceof ApiError ? cause.detail : null;
  const isLost = cause instanceof ApiError && cause.code === "backtest_unknown";
  return (
    <Card>
      {isLost ? (
        <ErrorState title={runTexts.lost}>{detail}</ErrorState>
      ) : (
        <ErrorState title={backtestTexts.unreachable} isRetrying={isRetrying} onRetry={onRetry}>
          {detail}
        </ErrorState>
      )}
    </Card>
  );
}

export function BacktestRun({ id }: { readonly id: string }) {
  const { run, cancel } = useBacktest(id);
  if (run.data === undefined)
    return <MissingRun cause={run.error} isRetrying={run.isFetching} onRetry={() => void run.refetch()} />;
  const { backtest, result } = run.data;
  return (
    <Card>
      <CardHeader
        title={strategyNames[backtest.strategy]}
        description={`${runTexts.shares(backtest.symbols)}, ${runTexts.period(backtest.from, backtest.to)}, ${runTexts.bars(backtest.source, backtest.folder)}`}
        action={<StateBadge state={backtest.state} />}
      />
      {!isOver(backtest) && (
        <UnderWay backtest={backtest} isCancelling={cancel.isPending} onCancel={() => cancel.mutate()} />
      )}
      {backtest.state === "cancelled" && <EmptyState title={stateNames.cancelled}>{runTexts.cancelled}</EmptyState>}
      {backtest.state === "failed" && <ErrorState title={runTexts.failed}>{backtest.reason}</ErrorState>}
      {result !== null && <BacktestResultView result={result} />}
    </Card>
  );
}
