import { formatIstDate, formatPaise, instantOf } from "../../lib/format.ts";
import { formatPlan, formatRupees, formatSpan } from "../../lib/format-subscription.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { previewTexts } from "./payment.texts.ts";
import type { Preview } from "./plan-payment.ts";
import type { AskedPurchase } from "./use-plan-checkout.ts";

const dayOf = (iso: string): string => formatIstDate(instantOf(iso));

function effectOn({ plan, effect, resumes, ends }: NonNullable<Preview["running"]>): string {
  const name = formatPlan(plan);
  return effect === "pauses" && resumes !== null
    ? previewTexts.pauses(name, dayOf(resumes), dayOf(ends))
    : previewTexts.goesOn(name, dayOf(ends));
}

function factsOf({ purchase, preview }: AskedPurchase): readonly (readonly [name: string, value: string])[] {
  const { plan, capital_upper_band: band, start_date: start, end_date: end, running } = preview;
  return [
    [previewTexts.buying, formatPlan(plan)],
    [previewTexts.band, previewTexts.upTo(formatRupees(band))],
    [previewTexts.price, formatPaise(purchase.price)],
    [previewTexts.runs, formatSpan(start, end)],
    ...(running === null ? [] : [[previewTexts.running, effectOn(running)] as const]),
    [previewTexts.covered, dayOf(preview.covered_until)],
  ];
}

/** When a purchase runs, at which band, and its effect on the current plan: shown before the payment. */
export function PurchaseDialog({ asked, onAnswer }: { asked: AskedPurchase; onAnswer(isWanted: boolean): void }) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      title={previewTexts.title}
      description={previewTexts.body}
      footer={
        <>
          <Button variant="ghost" onClick={() => onAnswer(false)}>
            {previewTexts.cancel}
          </Button>
          <Button variant="primary" onClick={() => onAnswer(true)}>
            {previewTexts.confirm(formatPaise(asked.purchase.price))}
          </Button>
        </>
      }
    >
      <dl className="figures grid gap-3 rounded-md bg-raised px-5 py-4">
        {factsOf(asked).map(([name, value]) => (
          <div key={name} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <dt className="text-sm leading-6 text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
