import FileDown from "lucide-react/icons/file-down";
import type { ReactNode } from "react";
import { formatIstDateTime, formatPaise, instantOf } from "../../lib/format.ts";
import { formatPlan } from "../../lib/format-subscription.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { historyTexts } from "./billing.texts.ts";
import { formatSpan, toPaise, useBillingHistory } from "./billing-queries.ts";
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
  const { paid_at, ordered_at, period_start, period_end, coupon_code, payment_id, refunded } = purchase;
  return (
    <dl className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2">
      <Fact name={paid_at === null ? historyTexts.ordered : historyTexts.paid}>
        <time dateTime={paid_at ?? ordered_at}>{formatIstDateTime(instantOf(paid_at ?? ordered_at))}</time>
      </Fact>
      {period_start !== null && period_end !== null && (
        <Fact name={historyTexts.period}>{formatSpan(period_start, period_end)}</Fact>
      )}
      {payment_id !== null && <Fact name={historyTexts.payment}>{payment_id}</Fact>}
      {coupon_code !== null && <Fact name={historyTexts.coupon}>{coupon_code}</Fact>}
      {refunded > 0 && <Fact name={historyTexts.refunded}>{formatPaise(toPaise(refunded))}</Fact>}
    </dl>
  );
}

/** A plain link to our own file: the browser saves it, opens it or hands it to a reader, as its owner likes. */
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
          <span className="figures font-normal text-muted">
            , {historyTexts.capital(formatPaise(toPaise(max_capital)))}
          </span>
        </h3>
        <p className="flex items-center gap-3">
          <span className="figures text-lg font-semibold">{formatPaise(toPaise(amount))}</span>
          <Badge tone={toneOf[status]}>{historyTexts.status[status]}</Badge>
        </p>
      </div>
      <Facts purchase={purchase} />
      {status === "pending" && <p className="text-sm text-muted">{historyTexts.pendingNote}</p>}
      {documents.length > 0 && <Documents documents={documents} />}
    </li>
  );
}

/** B2.25: View Billing History. */
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
