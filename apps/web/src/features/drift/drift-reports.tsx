import { useQuery } from "@tanstack/react-query";
import { istDate } from "@vriddhi/core/time/ist";
import { adminRead } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { deskNames, driftTexts } from "./drift.texts.ts";

type Report = Reply<"GET", "/api/drift">["days"][number];

const { columns: heads } = driftTexts;

const columns: readonly Column<Report>[] = [
  {
    id: "day",
    header: heads.day,
    isTitle: true,
    cell: ({ trading_day }) => <span className="whitespace-nowrap">{formatDay(istDate(trading_day))}</span>,
  },
  { id: "desk", header: heads.desk, cell: ({ desk }) => deskNames[desk] },
  {
    id: "decisions",
    header: heads.decisions,
    align: "end",
    cell: ({ same, missed, extra }) => (
      <span className={missed + extra > 0 ? "figures text-warn" : "figures"}>
        {driftTexts.decisions(same, missed, extra)}
      </span>
    ),
  },
  {
    id: "slippage",
    header: heads.slippage,
    align: "end",
    cell: ({ slippage_basis_points }) => <span className="figures">{driftTexts.slippage(slippage_basis_points)}</span>,
  },
  {
    id: "minutes",
    header: heads.minutes,
    align: "end",
    cell: ({ minutes_missed }) => <span className="figures">{minutes_missed}</span>,
  },
  { id: "sentence", header: heads.sentence, cell: ({ sentence }) => <span className="text-muted">{sentence}</span> },
];

export function DriftReports() {
  const reports = useQuery(adminRead("/api/drift"));
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="grid gap-2">
        <h2 className="text-lg font-semibold">{driftTexts.title}</h2>
        <p className="max-w-[64ch] text-sm text-muted">{driftTexts.lead}</p>
      </header>
      {reports.isError && reports.data === undefined ? (
        <ErrorState
          title={driftTexts.unreachable}
          onRetry={() => void reports.refetch()}
          isRetrying={reports.isFetching}
        />
      ) : (
        <DataTable
          caption={driftTexts.title}
          columns={columns}
          rows={reports.data?.days ?? []}
          rowKey={({ trading_day, desk }) => `${trading_day} ${desk}`}
          isLoading={reports.data === undefined}
          empty={
            <EmptyState title={driftTexts.none} level={3}>
              {driftTexts.noneBody}
            </EmptyState>
          }
        />
      )}
    </section>
  );
}
