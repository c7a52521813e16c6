import Clock from "lucide-react/icons/clock";
import { Link } from "react-router";
import { formatIstDateTime, instantOf } from "../lib/format.ts";
import { formatPlan, formatRupees } from "../lib/format-subscription.ts";
import { type PendingPayment, usePaymentWatch } from "../lib/use-payment-watch.ts";
import { pendingPaymentTexts } from "../texts/pending-payment.texts.ts";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";

const pendingPaymentFacts = ({ plan, amount, capital_upper_band: band, since }: PendingPayment): string =>
  pendingPaymentTexts.facts({
    plan: formatPlan(plan),
    amount: formatRupees(amount),
    band: formatRupees(band),
    since: formatIstDateTime(instantOf(since)),
  });

/** Shown wherever the subscription appears, also after a reload, until the payment is decided. */
export function PendingPaymentCard() {
  const pending = usePaymentWatch();
  if (pending === null) return null;
  return (
    <Card
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-line-strong p-6 text-left"
    >
      <div className="flex min-w-0 grow basis-72 gap-4">
        <Clock className="size-6 shrink-0 text-warn" aria-hidden="true" />
        <div className="grid gap-1">
          <h2 className="font-semibold">{pendingPaymentTexts.title}</h2>
          <p className="figures max-w-[68ch] text-sm text-muted">{pendingPaymentFacts(pending)}</p>
          <p className="max-w-[68ch] text-sm text-muted">{pendingPaymentTexts.body}</p>
        </div>
      </div>
      <Button asChild>
        <Link to={pendingPaymentTexts.historyPath}>{pendingPaymentTexts.history}</Link>
      </Button>
    </Card>
  );
}
