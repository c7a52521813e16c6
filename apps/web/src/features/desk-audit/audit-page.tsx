import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { Link } from "react-router";
import { adminApi } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { toCsv } from "../../lib/csv.ts";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { saveFile } from "../../lib/save-file.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Switch } from "../../ui/switch.tsx";
import { auditTexts } from "./audit.texts.ts";

type AuditEvent = Reply<"GET", "/api/admin/audit">["events"][number];

const PAGE = 100;
const words = (name: string): string => name.replaceAll("_", " ");

const factText = (facts: AuditEvent["before"]): string =>
  facts === null
    ? ""
    : Object.entries(facts)
        .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join(", ");

const changeOf = ({ before, after }: AuditEvent): string =>
  [factText(before), factText(after)].filter((text) => text !== "").join(" → ");

const { columns: names } = auditTexts;
const columns: readonly Column<AuditEvent>[] = [
  {
    id: "at",
    header: names.at,
    cell: ({ at }) => <span className="figures whitespace-nowrap">{formatIstDateTime(instantOf(at))}</span>,
  },
  { id: "kind", header: names.kind, isTitle: true, cell: ({ kind }) => words(kind) },
  {
    id: "whom",
    header: names.whom,
    cell: ({ user_id: id }) =>
      id === null ? (
        "–"
      ) : (
        <Link className="font-mono text-xs underline underline-offset-4" to={`/secret/users/${id}`}>
          {id.slice(0, 8)}
        </Link>
      ),
  },
  { id: "by", header: names.by, cell: ({ by_username: by }) => <span className="wrap-anywhere">{by ?? "–"}</span> },
  {
    id: "change",
    header: names.change,
    cell: (event) => <span className="text-xs wrap-anywhere text-muted">{changeOf(event) || "–"}</span>,
  },
  { id: "reason", header: names.reason, cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? "–"}</span> },
  {
    id: "seal",
    header: names.seal,
    cell: ({ is_sealed: isSealed }) => (
      <Badge tone={isSealed ? "info" : "neutral"}>{isSealed ? auditTexts.sealed : auditTexts.unsealed}</Badge>
    ),
  },
];

function saveAudit(events: readonly AuditEvent[]): void {
  const header = [
    "id",
    "at",
    "kind",
    "user_id",
    "by_user_id",
    "by",
    "ip",
    "device",
    "before",
    "after",
    "reason",
    "sealed",
  ];
  const rows = events.map((event) => [
    event.id,
    event.at,
    event.kind,
    event.user_id,
    event.by_user_id,
    event.by_username,
    event.ip,
    event.device,
    event.before && JSON.stringify(event.before),
    event.after && JSON.stringify(event.after),
    event.reason,
    event.is_sealed,
  ]);
  saveFile("audit.csv", "text/csv", toCsv([header, ...rows]));
}

function VerifyChain() {
  const verifying = useMutation({
    mutationFn: () => adminApi("GET", "/api/admin/audit/verify", { timeoutMs: 60_000 }),
  });
  const { data, isError, isPending } = verifying;
  const fault = data?.first_fault ?? null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="sm" isBusy={isPending} onClick={() => verifying.mutate()}>
        <ShieldCheck className="size-4" aria-hidden="true" />
        {auditTexts.verify}
      </Button>
      <p role="status" className="min-w-0 text-sm wrap-anywhere">
        {isError && <span className="text-danger">{auditTexts.verifyFailed}</span>}
        {data && fault === null && <span className="text-info">{auditTexts.whole(data.sealed_rows)}</span>}
        {fault && <span className="font-semibold text-danger">{auditTexts.broken(fault.from_row, fault.to_row)}</span>}
        {data && data.ledger.days > 0 && data.ledger.first_fault === null && (
          <span className="ml-2 text-info">{auditTexts.ledgerWhole(data.ledger.days)}</span>
        )}
        {data?.ledger.first_fault && (
          <span className="ml-2 font-semibold text-danger">{auditTexts.ledgerBroken(data.ledger.first_fault.day)}</span>
        )}
        {data?.head && (
          <span className="ml-2 font-mono text-xs text-muted">{`${auditTexts.head} ${data.head.slice(0, 16)}…`}</span>
        )}
      </p>
    </div>
  );
}

export function AuditPage() {
  const [isByDesk, setByDesk] = useState(false);
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["desk", "/api/admin/audit", "pages", isByDesk],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      adminApi("GET", "/api/admin/audit", {
        signal,
        query: {
          limit: PAGE,
          ...(pageParam === null ? {} : { before: pageParam }),
          ...(isByDesk ? { by_desk: "true" as const } : {}),
        },
      }),
    getNextPageParam: ({ events }) => (events.length < PAGE ? null : (events.at(-1)?.id ?? null)),
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  if (isError && data === undefined) return <ErrorState title={auditTexts.failed} onRetry={() => refetch()} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <VerifyChain />
        <div className="ml-auto flex flex-wrap items-center gap-4">
          <Switch label={auditTexts.byDesk} isOn={isByDesk} onChange={setByDesk} />
          <Button size="sm" onClick={() => saveAudit(events)}>
            <Download className="size-4" aria-hidden="true" />
            {auditTexts.csv}
          </Button>
        </div>
      </div>
      <DataTable
        caption={auditTexts.title}
        columns={columns}
        rows={events}
        rowKey={({ id }) => String(id)}
        isLoading={data === undefined}
        empty={<p className="px-4 py-6 text-sm text-muted">{auditTexts.none}</p>}
      />
      {hasNextPage && (
        <Button className="justify-self-center" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {auditTexts.more}
        </Button>
      )}
    </>
  );
}
