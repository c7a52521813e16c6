import { EBOOK_PRICE } from "@vriddhi/core/billing/plans";
import { formatPaise } from "../../lib/format.ts";
import { productTexts } from "./product-page.texts.ts";
import { useOfferCountdown } from "./use-offer-countdown.ts";

function Part({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="figures inline-flex min-w-[3.6ch] items-baseline justify-center rounded-sm bg-raised px-2 py-1 text-lg font-semibold">
      {String(value)}
      <span className="ml-0.5 text-sm font-medium text-muted">{unit}</span>
    </span>
  );
}

export function OfferTimer() {
  const left = useOfferCountdown();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-sm text-muted">{productTexts.countdown}</span>
        <span role="timer" aria-label={productTexts.countdown} className="inline-flex gap-1.5">
          <Part value={Math.floor(left / 3_600)} unit={productTexts.hours} />
          <Part value={Math.floor((left % 3_600) / 60)} unit={productTexts.minutes} />
          <Part value={left % 60} unit={productTexts.seconds} />
        </span>
      </div>
      {left === 0 && <p className="text-sm text-muted">{productTexts.countdownEnded(formatPaise(EBOOK_PRICE))}</p>}
    </div>
  );
}
