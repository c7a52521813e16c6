import { useQuery } from "@tanstack/react-query";
import { REASON_MAX } from "@vriddhi/core/back-office/desk-act";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { istDate } from "@vriddhi/core/time/ist";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import { ApiError, type Reply } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { outcomeTone } from "./guarantees-page.tsx";
import { moneyTexts } from "./money.texts.ts";
import { MoneyDialog } from "./money-dialog.tsx";
import { amountOf, dayOf, Person, Result } from "./money-format.tsx";

type Case = Reply<"GET", "/api/admin/guarantees/{guaranteeId}">;
type Day = Case["days"][number];

const { columns: names, facts } = moneyTexts;

const dayColumns: readonly Column<Day>[] = [
  {
    id: "day",
    header: names.day,
    isTitle: true,
    cell: ({ trading_day: day, is_exact: isExact }) => (
      <span className="figures whitespace-nowrap">
        {formatDay(istDate(day))}
        {!isExact && (
          <abbr className="ml-1.5 text-muted no-underline" title={moneyTexts.roundedNote}>
            {moneyTexts.rounded}
          </abbr>
        )}
      </span>
    ),
  },
  {
    id: "broker",
    header: names.broker,
    cell: ({ broker }) => (broker === "paper" ? moneyTexts.paper : brokerTitles[broker]),
  },
  { id: "fills", header: names.fills, align: "end", cell: ({ fills }) => <span className="figures">{fills}</span> },
  { id: "gross", header: names.gross, align: "end", cell: ({ gross_result: gross }) => <Result rupees={gross} /> },
  {
    id: "charges",
    header: names.charges,
    align: "end",
    cell: ({ charges }) => <span className="figures">{amountOf(charges)}</span>,
  },
  { id: "net", header: names.net, align: "end", cell: ({ net_result: net }) => <Result rupees={net} /> },
];

function Fact({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 border-line px-4 py-3 max-lg:border-b lg:border-l lg:first:border-l-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="figures text-lg font-semibold">{children}</dd>
      <dd className="text-xs text-muted">{note}</dd>
    </div>
  );
}

function Facts({ data }: { data: Case }) {
  const { case: judged, ledger } = data;
  const agreement = ledger.agrees ? moneyTexts.agrees : moneyTexts.differs;
  return (
    <dl className="grid border-t border-line lg:grid-cols-4">
      <Fact name={facts.judged} note={moneyTexts.onDay(dayOf(judged.judged_at))}>
        {judged.gross_result === null ? moneyTexts.nothing : <Result rupees={judged.gross_result} />}
      </Fact>
      <Fact
        name={facts.ledger}
        note={<span className={ledger.agrees ? "" : "font-semibold text-warn"}>{agreement}</span>}
      >
        {ledger.gross_result === null ? moneyTexts.nothing : <Result rupees={ledger.gross_result} />}
      </Fact>
      <Fact name={facts.net} note={moneyTexts.fills(ledger.fills)}>
        <Result rupees={ledger.net_result} />
      </Fact>
      <Fact
        name={facts.fee}
        note={
          judged.refund_state === null ? moneyTexts.outcomes[judged.outcome] : moneyTexts.refunds[judged.refund_state]
        }
      >
        {amountOf(judged.fee)}
      </Fact>
    </dl>
  );
}

function GrantDialog({ data, onClose }: { data: Case; onClose(): void }) {
  const [reason, setReason] = useState("");
  const send = (idempotencyKey: string) =>
    adminApi("POST", "/api/admin/guarantees/{guaranteeId}/grant", {
      params: { guaranteeId: data.case.id },
      idempotencyKey,
      body: { reason },
    });
  return (
    <MoneyDialog
      title={moneyTexts.grantTitle}
      lead={moneyTexts.grantLead(amountOf(data.case.fee))}
      submit={moneyTexts.submitGrant}
      send={send}
      onClose={onClose}
    >
      <TextAreaField
        label={moneyTexts.reason}
        hint={moneyTexts.reasonHint}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </MoneyDialog>
  );
}

function Decision({ data, canAct }: { data: Case; canAct: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { case: judged, can_grant: canGrant } = data;
  const period = `${dayOf(judged.period_start)} – ${dayOf(judged.period_end)}`;
  return (
    <Panel
      title={period}
      note={judged.plan}
      action={
        <>
          <Badge tone={outcomeTone(judged.outcome)}>{moneyTexts.outcomes[judged.outcome]}</Badge>
          {canAct && canGrant && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {moneyTexts.grant}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-1 px-4 py-3">
        <p className="font-semibold">
          <Person userId={judged.username === null ? null : judged.user_id} username={judged.username} />
        </p>
        <p className="text-sm text-muted">{moneyTexts.rule}</p>
        {judged.granted && (
          <p className="text-sm wrap-anywhere">
            {`${moneyTexts.granted(judged.granted.by ?? moneyTexts.unnamed, dayOf(judged.granted.at))}: ${judged.granted.reason}`}
          </p>
        )}
      </div>
      <Facts data={data} />
      {isAsking && <GrantDialog data={data} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Parts({ evidence }: Pick<Case, "evidence">) {
  if (evidence.length < 2) return null;
  return (
    <Panel title={moneyTexts.parts}>
      <ul className="divide-y divide-line text-sm">
        {evidence.map(({ from, to, gross_result: gross }) => (
          <li key={from} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-2.5">
            <span className="figures">{`${dayOf(from)} – ${dayOf(to)}`}</span>
            <Result rupees={gross} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function GuaranteeCasePage({ guaranteeId, canAct }: { guaranteeId: string; canAct: boolean }) {
  const { data, error, refetch } = useQuery(
    adminRead("/api/admin/guarantees/{guaranteeId}", { params: { guaranteeId } }),
  );
  if (error instanceof ApiError && error.status !== null && error.status < 500 && data === undefined)
    return (
      <EmptyState
        title={moneyTexts.missing}
        action={
          <Link className="underline underline-offset-4" to="/secret/guarantees">
            {moneyTexts.back}
          </Link>
        }
      >
        {moneyTexts.missingLead}
      </EmptyState>
    );
  if (error && data === undefined) return <ErrorState title={moneyTexts.caseFailed} onRetry={() => refetch()} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  return (
    <>
      <Link
        className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-muted hover:text-text"
        to="/secret/guarantees"
      >
        <ArrowLeft className="size-4" aria-hidden="true" />
        {moneyTexts.back}
      </Link>
      <Decision data={data} canAct={canAct} />
      <Parts evidence={data.evidence} />
      <section aria-label={moneyTexts.days} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <header className="flex flex-wrap items-baseline gap-3">
          <h2 className="text-[0.9375rem] font-semibold">{moneyTexts.days}</h2>
          <p className="text-xs text-muted">{moneyTexts.daysNote}</p>
        </header>
        <DataTable
          caption={moneyTexts.days}
          columns={dayColumns}
          rows={data.days}
          rowKey={({ trading_day: day, account_id: account }) => `${day} ${account}`}
          empty={<p className="px-4 py-6 text-sm text-muted">{moneyTexts.noDays}</p>}
        />
      </section>
    </>
  );
}
