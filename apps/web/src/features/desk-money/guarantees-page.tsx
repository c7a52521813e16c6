import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { adminApi } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Select } from "../../ui/select.tsx";
import { moneyTexts } from "./money.texts.ts";
import { amountOf, dayOf, Result } from "./money-format.tsx";
import { PayoutsPanel } from "./payouts-panel.tsx";

export type GuaranteeCase = Reply<"GET", "/api/admin/guarantees">["cases"][number];
type Outcome = GuaranteeCase["outcome"];

const PAGE = 50;
const ALL = "all";
const { columns: names, outcomes } = moneyTexts;
const isOutcome = (text: string | null): text is Outcome => text !== null && text in outcomes;

export const outcomeTone = (outcome: Outcome): "info" | "warn" | "neutral" =>
  outcome === "payout" ? "warn" : outcome === "refund" ? "info" : "neutral";

const columns: readonly Column<GuaranteeCase>[] = [
  {
    id: "who",
    header: names.who,
    isTitle: true,
    cell: ({ id, username }) => (
      <Link className="break-words underline underline-offset-4" to={`/secret/guarantees/${id}`}>
        {username ?? moneyTexts.deleted}
      </Link>
    ),
  },
  {
    id: "period",
    header: names.period,
    cell: ({ plan, period_start: from, period_end: to }) => (
      <span className="grid">
        <span className="figures">
          <span className="whitespace-nowrap">{`${dayOf(from)} –`}</span>{" "}
          <span className="whitespace-nowrap">{dayOf(to)}</span>
        </span>
        <span className="text-xs text-muted">{plan}</span>
      </span>
    ),
  },
  { id: "gross", header: names.gross, align: "end", cell: ({ gross_result: gross }) => <Result rupees={gross} /> },
  { id: "fee", header: names.fee, align: "end", cell: ({ fee }) => <span className="figures">{amountOf(fee)}</span> },
  {
    id: "outcome",
    header: names.outcome,
    cell: ({ outcome, refund_state: state, judged_at: at }) => (
      <span className="grid gap-1 max-md:justify-items-end">
        <Badge tone={outcomeTone(outcome)}>{outcomes[outcome]}</Badge>
        {state !== null && <span className="text-xs">{moneyTexts.refunds[state]}</span>}
        <span className="figures text-xs text-muted">{moneyTexts.judgedOn(dayOf(at))}</span>
      </span>
    ),
  },
];

const options = [
  { value: ALL, label: moneyTexts.everything },
  ...Object.entries(outcomes).map(([value, label]) => ({ value, label })),
];

function CaseList() {
  const [chosen, setChosen] = useState<string | null>(ALL);
  const outcome = isOutcome(chosen) ? chosen : null;
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["desk", "/api/admin/guarantees", "pages", outcome],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      adminApi("GET", "/api/admin/guarantees", {
        signal,
        query: {
          limit: PAGE,
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(outcome === null ? {} : { outcome }),
        },
      }),
    getNextPageParam: ({ cases }) => (cases.length < PAGE ? null : (cases.at(-1)?.id ?? null)),
  });
  if (isError && data === undefined) return <ErrorState title={moneyTexts.failed} onRetry={() => refetch()} />;
  return (
    <section aria-label={moneyTexts.title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-prose text-sm text-muted">{moneyTexts.rule}</p>
        <div className="w-full sm:w-56">
          <Select label={moneyTexts.filter} options={options} value={chosen} onValueChange={setChosen} />
        </div>
      </div>
      <DataTable
        caption={moneyTexts.title}
        columns={columns}
        rows={data?.pages.flatMap(({ cases }) => cases) ?? []}
        rowKey={({ id }) => id}
        isLoading={data === undefined}
        empty={
          <p className="px-4 py-6 text-sm text-muted">{outcome === null ? moneyTexts.none : moneyTexts.noneOfKind}</p>
        }
      />
      {hasNextPage && (
        <Button className="justify-self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {moneyTexts.more}
        </Button>
      )}
    </section>
  );
}

export function GuaranteesPage({ canAct }: { canAct: boolean }) {
  return (
    <>
      <PayoutsPanel canAct={canAct} />
      <CaseList />
    </>
  );
}
