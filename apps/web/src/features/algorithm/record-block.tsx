import { Link } from "react-router";
import { resultsNotice, type SiteClaims, serviceClaims } from "../../lib/site-claims.ts";
import { Button } from "../../ui/button.tsx";
import { algorithmTexts } from "./algorithm.texts.ts";

const STAR = "M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.4l-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z";
const STARS = [0, 1, 2, 3, 4] as const;

/** Five stars, the last one filled as far as the rating goes. */
function Stars({ value }: { value: number }) {
  return (
    <svg viewBox="0 0 128 24" className="h-5 w-auto" aria-hidden="true">
      <clipPath id="rated">
        <rect width={(value / STARS.length) * 128} height="24" />
      </clipPath>
      {["fill-raised", "fill-accent"].map((look) => (
        <g key={look} className={look} {...(look === "fill-accent" ? { clipPath: "url(#rated)" } : {})}>
          {STARS.map((star) => (
            <path key={star} d={STAR} transform={`translate(${star * 26} 0)`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="grid content-start gap-1.5">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className="figures text-3xl font-semibold">{value}</dd>
    </div>
  );
}

/** A1.4, A1.5, A9.10: every figure from the claims file, and the sentence that belongs beside them. */
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
