import FileDown from "lucide-react/icons/file-down";
import type { ReactNode } from "react";
import { formatIstDateTime, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatSpan } from "../../lib/format-subscription.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { historyTexts } from "./billing.texts.ts";
import { useBillingHistory } from "./billing-queries.ts";
import type { Purchase } from "./billing-replies.ts";
import { Loaded } from "./loaded-card.tsx";

const toneOf: Record<Purchase["status"], BadgeTone> = {
  pending: "warn",
  paid: "info",
  refunded: "neutral",
  partly_refunded: "neutral",
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="figures break-all">{children}</dd>
    </div>
  );
}

function Facts({ purchase }: { purchase: Purchase }) {
  const { paid_at, ordered_at, coupon_code, payment_id, refunded, moved_from } = purchase;
  return (
    <dl className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
      <Fact name={paid_at === null ? historyTexts.ordered : historyTexts.paid}>
        <time dateTime={paid_at ?? ordered_at}>{formatIstDateTime(instantOf(paid_at ?? ordered_at))}</time>
      </Fact>
      {payment_id !== null && <Fact name={historyTexts.payment}>{payment_id}</Fact>}
      {moved_from !== null && <Fact name={historyTexts.movedFrom}>{formatSpan(moved_from.from, moved_from.to)}</Fact>}
      {coupon_code !== null && <Fact name={historyTexts.coupon}>{coupon_code}</Fact>}
      {refunded > 0 && <Fact name={historyTexts.refunded}>{formatRupees(refunded)}</Fact>}
    </dl>
  );
}

const partTone: Record<Purchase["parts"][number]["state"], BadgeTone> = {
  past: "neutral",
  running: "info",
  to_come: "neutral",
};

/** When the purchase runs: in several parts if a higher band came between. */
function Parts({ parts }: Pick<Purchase, "parts">) {
  if (parts.length === 0) return null;
  return (
    <div className="grid gap-2 text-sm sm:flex sm:gap-x-2">
      <p className="text-muted">{parts.length === 1 ? historyTexts.period : historyTexts.periods(parts.length)}</p>
      <ul className="grid gap-1.5">
        {parts.map(({ from, to, state }) => (
          <li key={from} className="figures flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {formatSpan(from, to)}
            <Badge tone={partTone[state]}>{historyTexts.part[state]}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A plain link to our own file: the browser saves or opens it. */
function Documents({ documents }: Pick<Purchase, "documents">) {
  return (
    <ul className="flex flex-wrap gap-2">
      {documents.map(({ id, kind, number }) => {
        const name = `${historyTexts.document[kind]} ${number}`;
        return (
          <li key={id}>
            <Button asChild size="sm" className="figures">
              <a href={`/billing/invoices/${id}/pdf`} download aria-label={historyTexts.download(name)}>
                <FileDown className="size-4" aria-hidden="true" />
                {name}
              </a>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { plan, max_capital, amount, status, documents } = purchase;
  return (
    <li className="grid animate-fade gap-4 px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="font-semibold">
          {formatPlan(plan)}
          <span className="figures font-normal text-muted">, {historyTexts.capital(formatRupees(max_capital))}</span>
        </h3>
        <p className="flex items-center gap-3">
          <span className="figures text-lg font-semibold">{formatRupees(amount)}</span>
          <Badge tone={toneOf[status]}>{historyTexts.status[status]}</Badge>
        </p>
      </div>
      <Facts purchase={purchase} />
      <Parts parts={purchase.parts} />
      {status === "pending" && <p className="text-sm text-muted">{historyTexts.pendingNote}</p>}
      {documents.length > 0 && <Documents documents={documents} />}
    </li>
  );
}

export function HistoryPanel() {
  const history = useBillingHistory();
  return (
    <Loaded query={history}>
      {({ purchases }) => (
        <Card>
          {purchases.length === 0 ? (
            <EmptyState level={3} title={historyTexts.empty}>
              {historyTexts.emptyBody}
            </EmptyState>
          ) : (
            <ul aria-label={historyTexts.title} className="divide-y divide-line">
              {purchases.map((purchase) => (
                <PurchaseRow key={purchase.id} purchase={purchase} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Loaded>
  );
}
