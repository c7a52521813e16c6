import { paise } from "@vriddhi/core/shared/money";
import { useState } from "react";
import { Link } from "react-router";
import { formatPaise, instantOf } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { groupOf, type Outcome, type Report } from "./dispersion.ts";
import { groupTexts, signalTexts } from "./signal.texts.ts";

export interface NamedOutcome extends Outcome {
  readonly tag: string | null;
  readonly userId: string | null;
  readonly username: string | null;
}

const SHOWN_FIRST = 10;
const words = (name: string): string => name.replaceAll("_", " ");
const price = (value: number): string => formatPaise(paise(Math.round(value)), "always");

const afterOf = (report: Report, { sent_at: at }: Outcome): number | null =>
  at === null ? null : instantOf(at) - instantOf(report.signal.made_at);

function columnsOf(report: Report): readonly Column<NamedOutcome>[] {
  const { columns } = signalTexts;
  return [
    {
      id: "tag",
      header: columns.tag,
      cell: ({ tag }) =>
        tag === null ? (
          "–"
        ) : (
          <Link className="font-mono text-xs underline underline-offset-4" to={`/secret/orders/${tag}`}>
            {tag}
          </Link>
        ),
    },
    {
      id: "user",
      header: columns.user,
      isTitle: true,
      cell: ({ username, userId, account_id: id }) =>
        username === null ? (
          <span className="font-mono text-xs">{id.slice(0, 8)}</span>
        ) : (
          <Link className="underline underline-offset-4" to={`/secret/users/${userId}`}>
            {username}
          </Link>
        ),
    },
    { id: "broker", header: columns.broker, cell: ({ broker }) => broker },
    {
      id: "sent",
      header: columns.sent,
      align: "end",
      cell: (outcome) => {
        const after = afterOf(report, outcome);
        return after === null ? "–" : <span className="figures">{signalTexts.ms(after)}</span>;
      },
    },
    {
      id: "price",
      header: columns.price,
      align: "end",
      cell: ({ average_price_paise: value, filled }) =>
        value === null || !filled ? "–" : <span className="figures">{price(value)}</span>,
    },
    {
      id: "outcome",
      header: columns.outcome,
      cell: (outcome) => {
        const group = groupOf(outcome);
        const tone = group === "refused" ? "danger" : group === "filled" || group === "part" ? "info" : "neutral";
        return <Badge tone={tone}>{groupTexts[group]}</Badge>;
      },
    },
    { id: "reason", header: columns.reason, cell: ({ reason }) => (reason === null ? "–" : words(reason)) },
  ];
}

/** Failures first, then the slowest. */
function worstFirst(report: Report, outcomes: readonly NamedOutcome[]): readonly NamedOutcome[] {
  const rank = (outcome: NamedOutcome) => (groupOf(outcome) === "filled" ? 0 : 1);
  return outcomes.toSorted((a, b) => rank(b) - rank(a) || (afterOf(report, b) ?? -1) - (afterOf(report, a) ?? -1));
}

export function OutcomeTable({ report, outcomes }: { report: Report; outcomes: readonly NamedOutcome[] }) {
  const [isAll, setAll] = useState(false);
  const sorted = worstFirst(report, outcomes);
  const rows = isAll ? sorted : sorted.slice(0, SHOWN_FIRST);
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="text-[0.9375rem] font-semibold">{signalTexts.slowest}</h2>
        <span className="figures ml-auto text-xs text-muted">{signalTexts.shown(rows.length, sorted.length)}</span>
        {sorted.length > SHOWN_FIRST && (
          <Button size="sm" onClick={() => setAll(!isAll)}>
            {isAll ? signalTexts.fewer : signalTexts.all}
          </Button>
        )}
      </header>
      <DataTable
        caption={signalTexts.slowest}
        columns={columnsOf(report)}
        rows={rows}
        rowKey={({ account_id: id }) => id}
      />
    </section>
  );
}
