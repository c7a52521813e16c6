import { useQuery } from "@tanstack/react-query";
import { paise } from "@vriddhi/core/shared/money";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { toCsv } from "../../lib/csv.ts";
import { formatIstClock, formatIstDate, formatPaise, instantOf } from "../../lib/format.ts";
import { POLL } from "../../lib/polling.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { PositionBadge } from "../../ui/position-badge.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { dotsOf, groupsOf, median, type Report, sentWithin } from "./dispersion.ts";
import { DispersionChart } from "./dispersion-chart.tsx";
import { type NamedOutcome, OutcomeTable } from "./outcome-table.tsx";
import { groupTexts, signalTexts } from "./signal.texts.ts";

type Signal = Reply<"GET", "/api/admin/signals">["signals"][number];

const price = (value: number): string => formatPaise(paise(Math.round(value)), "always");
const ms = (value: number | null): string => (value === null ? "–" : signalTexts.ms(value));
const words = (name: string): string => name.replaceAll("_", " ");

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="grid content-start gap-0.5 border-line px-4 py-3 max-lg:border-b lg:border-l lg:first:border-l-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures text-lg font-semibold">{value}</dd>
      <dd className="figures text-xs text-muted">{note}</dd>
    </div>
  );
}

function Figures({ report }: { report: Report }) {
  const { summary, signal } = report;
  const { stats } = signalTexts;
  const middle = median(dotsOf(report).map(({ pricePaise }) => pricePaise));
  const { best_price_paise: best, worst_price_paise: worst } = summary;
  const points = middle === null ? null : ((middle - signal.price_paise) / signal.price_paise) * 10_000;
  const from = sentWithin(report, 0);
  return (
    <dl className="grid border-t border-line sm:grid-cols-2 lg:grid-cols-6">
      <Figure
        name={stats.spread}
        value={ms(summary.spread_ms)}
        note={from === null ? "" : signalTexts.between(ms(from), ms(sentWithin(report, 1)))}
      />
      <Figure
        name={stats.half}
        value={ms(sentWithin(report, 0.5))}
        note={signalTexts.p99(ms(sentWithin(report, 0.99)))}
      />
      <Figure
        name={stats.accounts}
        value={String(summary.accounts)}
        note={signalTexts.withFill(summary.filled_accounts)}
      />
      <Figure
        name={stats.median}
        value={middle === null ? "–" : price(middle)}
        note={points === null ? "" : signalTexts.basisPoints(`${points > 0 ? "+" : ""}${points.toFixed(1)}`)}
      />
      <Figure
        name={stats.dispersion}
        value={best === null || worst === null ? "–" : price(Math.abs(worst - best))}
        note={best === null || worst === null ? "" : signalTexts.between(price(best), price(worst))}
      />
      <Figure name={stats.open} value={String(summary.without_outcome)} note="" />
    </dl>
  );
}

function Outcomes({ report }: { report: Report }) {
  const { length } = report.outcomes;
  return (
    <Panel title={signalTexts.outcomes} note={signalTexts.outcomesNote(length)}>
      <ul className="divide-y divide-line">
        {groupsOf(report.outcomes).map(({ group, count, reasons }) => (
          <li key={group} className="px-4 py-2.5 text-sm">
            <p className="flex items-baseline gap-3">
              <strong className="font-semibold">{groupTexts[group]}</strong>
              <strong className="figures ml-auto font-semibold">{count}</strong>
              <span className="figures w-14 text-right text-xs text-muted">{((count / length) * 100).toFixed(1)}%</span>
            </p>
            {reasons.map(({ reason, count: many }) => (
              <p key={reason} className="flex gap-3 text-muted">
                <span className="min-w-0 wrap-anywhere">{words(reason)}</span>
                <span className="figures ml-auto">{many}</span>
                <span className="w-14" />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function saveReport({ signal }: Report, outcomes: readonly NamedOutcome[]): void {
  const header = [
    "account",
    "user",
    "broker",
    "outcome",
    "status",
    "reason",
    "quantity",
    "filled",
    "average_paise",
    "sent_at",
    "tag",
  ];
  const rows = outcomes.map((each) => [
    each.account_id,
    each.username,
    each.broker,
    each.outcome,
    each.status,
    each.reason,
    each.quantity,
    each.filled,
    each.average_price_paise,
    each.sent_at,
    each.tag,
  ]);
  saveFile(`fan-out-${signal.id}.csv`, "text/csv", toCsv([header, ...rows]));
}

/** The report has accounts; the signal's orders have their users. */
function useNamed(report: Report | undefined, signalId: string): readonly NamedOutcome[] {
  const { data } = useQuery(adminRead("/api/admin/orders", { query: { signal_id: signalId, limit: 500 } }));
  const entries = data?.orders.filter(({ leg }) => leg === "entry") ?? [];
  const byAccount = new Map(entries.map((order) => [order.account_id, order]));
  return (report?.outcomes ?? []).map((outcome) => {
    const order = byAccount.get(outcome.account_id);
    return { ...outcome, tag: order?.tag ?? null, userId: order?.user_id ?? null, username: order?.username ?? null };
  });
}

function ReportView({ report, outcomes }: { report: Report; outcomes: readonly NamedOutcome[] }) {
  const { signal } = report;
  const made = instantOf(signal.made_at);
  return (
    <>
      <section
        aria-label={signal.symbol}
        className="overflow-clip rounded-lg border border-line bg-surface shadow-card"
      >
        <header className="flex flex-wrap items-center gap-3 px-4 py-3">
          <h2 className="text-lg font-semibold">{signal.symbol}</h2>
          <PositionBadge side={signal.side} />
          <p className="figures text-sm text-muted">
            {signal.desk} · {formatIstDate(made)}, {formatIstClock(made)} IST · {price(signal.price_paise)}
          </p>
          <Button size="sm" className="ml-auto" onClick={() => saveReport(report, outcomes)}>
            <Download className="size-4" aria-hidden="true" />
            {signalTexts.csv}
          </Button>
        </header>
        <Figures report={report} />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <Panel title={signalTexts.chart} note={signalTexts.chartNote}>
          <DispersionChart report={report} />
        </Panel>
        <Outcomes report={report} />
      </div>
      <OutcomeTable report={report} outcomes={outcomes} />
    </>
  );
}

export function SignalPage({ signalId }: { signalId: string }) {
  const question = adminRead("/api/signals/{id}/report", { params: { id: signalId } });
  const { data, error, refetch } = useQuery({ ...question, refetchInterval: POLL.deskHealthMs });
  const outcomes = useNamed(data, signalId);
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState title={signalTexts.gone}>{signalTexts.goneBody}</EmptyState>;
  if (error && data === undefined) return <ErrorState title={signalTexts.failed} onRetry={() => refetch()} />;
  return data === undefined ? <Skeleton className="h-96" /> : <ReportView report={data} outcomes={outcomes} />;
}

const cell = (content: ReactNode) => <span className="figures whitespace-nowrap">{content}</span>;
const { list } = signalTexts;
const columns: readonly Column<Signal>[] = [
  {
    id: "time",
    header: list.time,
    cell: ({ made_at: at }) => cell(`${formatIstDate(instantOf(at)).slice(0, -5)}, ${formatIstClock(instantOf(at))}`),
  },
  {
    id: "symbol",
    header: list.symbol,
    isTitle: true,
    cell: ({ id, symbol, number }) => (
      <Link
        className="inline-flex min-h-11 items-center underline underline-offset-4"
        to={`/secret/signals/${encodeURIComponent(id)}`}
      >
        {symbol} · {number}
      </Link>
    ),
  },
  { id: "side", header: list.side, cell: ({ side }) => <PositionBadge side={side} /> },
  { id: "price", header: list.price, align: "end", cell: ({ price_paise: value }) => cell(price(value)) },
  { id: "desk", header: list.desk, cell: ({ desk }) => desk },
  { id: "accounts", header: list.accounts, align: "end", cell: ({ accounts }) => cell(accounts) },
  { id: "filled", header: list.filled, align: "end", cell: ({ filled }) => cell(filled) },
];

export function SignalListPage() {
  const { data, isError, refetch } = useQuery(adminRead("/api/admin/signals", { query: {} }));
  if (isError && data === undefined) return <ErrorState title={signalTexts.listFailed} onRetry={() => refetch()} />;
  return (
    <DataTable
      caption={signalTexts.listTitle}
      columns={columns}
      rows={data?.signals ?? []}
      rowKey={({ id }) => id}
      isLoading={data === undefined}
      empty={<p className="px-4 py-6 text-sm text-muted">{signalTexts.none}</p>}
    />
  );
}
