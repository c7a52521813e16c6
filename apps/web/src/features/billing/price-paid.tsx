import { formatRupees } from "../../lib/format-subscription.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { priceTexts } from "./billing.texts.ts";
import { useBillingHistory } from "./billing-queries.ts";
import type { Purchase } from "./billing-replies.ts";

/** The period that runs now or follows; else the last payment. */
function purchasesOf(purchases: readonly Purchase[], paymentId: string | null): readonly Purchase[] {
  const ahead = purchases.filter(({ parts }) => parts.some(({ state }) => state !== "past"));
  return ahead.length > 0 ? ahead : purchases.filter(({ payment_id: id }) => id !== null && id === paymentId);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Everything paid for the days shown beside it, coupons and refunds included. */
export function PricePaid({ paymentId }: { paymentId: string | null }) {
  const { data, isError } = useBillingHistory();
  if (data === undefined) return isError ? priceTexts.unknown : <Skeleton className="h-6 w-24" />;
  const purchases = purchasesOf(data.purchases, paymentId);
  if (purchases.length === 0) return priceTexts.nothing;
  const coupons = new Set(purchases.flatMap(({ coupon_code: code }) => (code === null ? [] : [code])));
  const refunded = sumOf(purchases.map((purchase) => purchase.refunded));
  const notes = [
    ...(purchases.length > 1 ? [priceTexts.payments(purchases.length)] : []),
    ...[...coupons].map(priceTexts.coupon),
    ...(refunded > 0 ? [priceTexts.refunded(formatRupees(refunded))] : []),
  ];
  return (
    <span className="grid">
      {formatRupees(sumOf(purchases.map(({ amount }) => amount)))}
      {notes.length > 0 && <span className="text-sm font-normal text-muted">{notes.join(", ")}</span>}
    </span>
  );
}
