import { formatRupees } from "../../lib/format-subscription.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { priceTexts } from "./billing.texts.ts";
import { useBillingHistory } from "./billing-queries.ts";
import type { Purchase } from "./billing-replies.ts";

/** What runs now; where nothing runs any more, what the subscription was last paid with. */
function purchaseOf(purchases: readonly Purchase[], paymentId: string | null): Purchase | undefined {
  const running = purchases.find(({ parts }) => parts.some(({ state }) => state === "running"));
  return running ?? purchases.find(({ payment_id: id }) => id !== null && id === paymentId);
}

/** The price of the running period as it was paid, coupon and refund included. */
export function PricePaid({ paymentId }: { paymentId: string | null }) {
  const { data, isError } = useBillingHistory();
  if (data === undefined) return isError ? priceTexts.unknown : <Skeleton className="h-6 w-24" />;
  const purchase = purchaseOf(data.purchases, paymentId);
  if (purchase === undefined) return priceTexts.nothing;
  const { amount, coupon_code: coupon, refunded } = purchase;
  const notes = [
    ...(coupon === null ? [] : [priceTexts.coupon(coupon)]),
    ...(refunded > 0 ? [priceTexts.refunded(formatRupees(refunded))] : []),
  ];
  return (
    <span className="grid">
      {formatRupees(amount)}
      {notes.length > 0 && <span className="text-sm font-normal text-muted">{notes.join(", ")}</span>}
    </span>
  );
}
