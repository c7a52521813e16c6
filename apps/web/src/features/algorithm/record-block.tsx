import { Link } from "react-router";
import { resultsNotice, type SiteClaims, serviceClaims } from "../../lib/site-claims.ts";
import { Button } from "../../ui/button.tsx";
import { Stars } from "../../ui/stars.tsx";
import { algorithmTexts } from "./algorithm.texts.ts";

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="grid content-start gap-1.5">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className="figures text-3xl font-semibold">{value}</dd>
    </div>
  );
}

/** A1.4, A1.5, A9.10: every figure comes from the claims file, with the notice that belongs to it. */
export function RecordBlock({ claims }: { claims: SiteClaims }) {
  const { annualGrowth, months, ratings } = claims;
  return (
    <div className="grid gap-10">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-9 lg:grid-cols-4">
        <Figure value={annualGrowth.figure} label={annualGrowth.label} />
        <Figure value={`${months.profitable} of ${months.total}`} label={algorithmTexts.monthsLabel} />
        <Figure value={serviceClaims.tradesPerMonth} label={algorithmTexts.tradesLabel} />
        <div className="grid content-start gap-1.5">
          <dt className="order-2 grid gap-2 text-sm text-muted">
            {algorithmTexts.ratingLabel(ratings.algorithm.count)}
            <Stars value={ratings.algorithm.value} />
          </dt>
          <dd className="figures text-3xl font-semibold">{ratings.algorithm.value}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line pt-6">
        <p className="max-w-[62ch] text-sm text-muted">{resultsNotice}</p>
        <Button asChild>
          <Link to="/monthly-heatmap" prefetch="intent">
            {algorithmTexts.recordLink}
          </Link>
        </Button>
      </div>
    </div>
  );
}
