import { useQuery } from "@tanstack/react-query";
import { REFERENCE_MAX } from "@vriddhi/core/back-office/desk-act";
import { useState } from "react";
import { Link } from "react-router";
import { adminApi, adminRead } from "../../lib/admin-api.ts";
import type { Reply } from "../../lib/api.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextField } from "../../ui/field.tsx";
import { moneyTexts } from "./money.texts.ts";
import { MoneyDialog } from "./money-dialog.tsx";
import { amountOf, dayOf, Person } from "./money-format.tsx";

type Payout = Reply<"GET", "/api/admin/payouts">["payouts"][number];

const { columns: names } = moneyTexts;

function SettleDialog({ payout, onClose }: { payout: Payout; onClose(): void }) {
  const [reference, setReference] = useState("");
  const send = (idempotencyKey: string) =>
    adminApi("POST", "/api/admin/payouts/{payoutId}/settle", {
      params: { payoutId: payout.id },
      idempotencyKey,
      body: { reference },
    });
  return (
    <MoneyDialog
      title={moneyTexts.settleTitle}
      lead={moneyTexts.settleLead(amountOf(payout.amount), payout.username ?? moneyTexts.deleted)}
      submit={moneyTexts.submitSettle}
      send={send}
      onClose={onClose}
    >
      <TextField
        label={moneyTexts.referenceLabel}
        hint={moneyTexts.referenceHint}
        maxLength={REFERENCE_MAX}
        autoComplete="off"
        spellCheck={false}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
    </MoneyDialog>
  );
}

const why = ({ cause, why: reason, guarantee_id: id }: Payout) => (
  <span className="grid gap-0.5 max-md:justify-items-end">
    {id === null ? (
      moneyTexts.causes[cause]
    ) : (
      <Link
        className="justify-self-start underline max-md:justify-self-end underline-offset-4"
        to={`/secret/guarantees/${id}`}
      >
        {moneyTexts.causes[cause]}
      </Link>
    )}
    <span className="text-xs wrap-anywhere text-muted">
      {reason === "" && id !== null ? moneyTexts.tooOld : reason}
    </span>
  </span>
);

const columns: readonly Column<Payout>[] = [
  {
    id: "who",
    header: names.who,
    isTitle: true,
    cell: (each) => <Person userId={each.user_id} username={each.username} />,
  },
  {
    id: "amount",
    header: names.amount,
    align: "end",
    cell: ({ amount }) => <span className="figures">{amountOf(amount)}</span>,
  },
  { id: "cause", header: names.cause, cell: why },
];

interface StateProps {
  payout: Payout;
  onSettle: (() => void) | undefined;
}

function State({ payout: { state, reference, created_at: at, changed_at: changedAt }, onSettle }: StateProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-end">
      <span className="grid gap-1 max-md:justify-items-end">
        <Badge tone={state === "paid_out" ? "info" : "warn"}>{moneyTexts.payoutStates[state]}</Badge>
        <span className="figures text-xs text-muted">
          {moneyTexts.since(dayOf(state === "paid_out" ? changedAt : at))}
        </span>
        {reference !== null && <span className="font-mono text-xs wrap-anywhere text-muted">{reference}</span>}
      </span>
      {onSettle && (
        <Button size="sm" className="max-md:min-h-11" onClick={onSettle}>
          {moneyTexts.settle}
        </Button>
      )}
    </span>
  );
}

export function PayoutsPanel({ canAct }: { canAct: boolean }) {
  const [chosen, setChosen] = useState<Payout | null>(null);
  const { data, isError, refetch } = useQuery(adminRead("/api/admin/payouts", { query: {} }));
  if (isError && data === undefined) return <ErrorState title={moneyTexts.payoutsFailed} onRetry={() => refetch()} />;
  const stateColumn: Column<Payout> = {
    id: "state",
    header: names.state,
    cell: (payout) => (
      <State payout={payout} onSettle={canAct && payout.state === "open" ? () => setChosen(payout) : undefined} />
    ),
  };
  const payouts = data?.payouts ?? [];
  const open = payouts.filter(({ state }) => state !== "paid_out").length;
  return (
    <section aria-label={moneyTexts.payouts} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <header className="flex items-baseline gap-3">
        <h2 className="text-[0.9375rem] font-semibold">{moneyTexts.payouts}</h2>
        {data && <p className="text-xs text-muted">{moneyTexts.payoutsNote(open)}</p>}
      </header>
      <DataTable
        caption={moneyTexts.payouts}
        columns={[...columns, stateColumn]}
        rows={payouts}
        rowKey={({ id }) => id}
        isLoading={data === undefined}
        empty={<p className="px-4 py-6 text-sm text-muted">{moneyTexts.noPayouts}</p>}
      />
      {chosen && <SettleDialog payout={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}
