import { useQuery } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { adminRead } from "../../lib/admin-api.ts";
import { POLL } from "../../lib/polling.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { backtestTexts, runTexts, strategyNames } from "./backtest.texts.ts";
import { BacktestForm } from "./backtest-form.tsx";
import { type Backtest, isOver } from "./backtest-replies.ts";
import { BacktestRun, StateBadge } from "./backtest-run.tsx";

const { columns: heads } = runTexts;

const columnsFor = (onShow: (id: string) => void): readonly Column<Backtest>[] => [
  { id: "what", header: heads.what, isTitle: true, cell: ({ strategy }) => strategyNames[strategy] },
  { id: "shares", header: heads.shares, cell: ({ symbols }) => runTexts.shares(symbols) },
  { id: "period", header: heads.period, cell: ({ from, to }) => runTexts.period(from, to) },
  { id: "state", header: heads.state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: "show",
    header: heads.show,
    align: "end",
    cell: ({ id, strategy }) => (
      <Button size="sm" aria-label={runTexts.open(strategyNames[strategy])} onClick={() => onShow(id)}>
        {runTexts.show}
      </Button>
    ),
  },
];

function NoEdge() {
  return (
    <p className="flex max-w-3xl gap-3 rounded-md border border-line-strong px-4 py-3.5 text-sm text-muted">
      <Info className="mt-0.5 size-4.5 shrink-0 text-warn" aria-hidden="true" />
      <span>
        <strong className="font-semibold text-text">{backtestTexts.noEdgeTitle}</strong> {backtestTexts.noEdge}
      </span>
    </p>
  );
}

function BacktestScreen() {
  const [search, setSearch] = useSearchParams();
  const show = (run: string) => setSearch({ run }, { preventScrollReset: true });
  const list = useQuery({
    ...adminRead("/api/backtests"),
    refetchInterval: ({ state }) => (state.data?.backtests.every(isOver) === false ? POLL.backtestMs : false),
  });
  if (list.data === undefined)
    return list.isError ? (
      <ErrorState title={backtestTexts.unreachable} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    ) : (
      <LoadingRegion label={backtestTexts.loading}>
        <Skeleton className="h-72" />
      </LoadingRegion>
    );
  const { source, symbols, folders, backtests } = list.data;
  const shown = search.get("run");
  return (
    <>
      {source === "synthetic" && <p className="max-w-[64ch] text-sm text-warn">{backtestTexts.synthetic}</p>}
      <BacktestForm known={symbols} folders={folders} isOpenToOthers={source === "synthetic"} onStarted={show} />
      {shown !== null && <BacktestRun key={shown} id={shown} />}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="text-lg font-semibold">{runTexts.list}</h2>
        <DataTable
          caption={runTexts.list}
          columns={columnsFor(show)}
          rows={backtests}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title={runTexts.none} level={3}>
              {runTexts.noneBody}
            </EmptyState>
          }
        />
      </section>
    </>
  );
}

export function BacktestPage({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] content-start gap-8 py-4 text-base">
      <header className="grid gap-4">
        <p className="max-w-[64ch] text-muted">{backtestTexts.lead}</p>
        <NoEdge />
      </header>
      <BacktestScreen />
      {children}
    </div>
  );
}
