import { areClaimsSamples, siteClaims } from "../../lib/site-claims.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { SampleBadge } from "../../ui/sample-badge.tsx";
import { Stars } from "../../ui/stars.tsx";
import { sampleReviews } from "./reviews.texts.ts";
import { SectionHeading } from "./section-heading.tsx";

/** A1.5: the home page's reading of the rating. */
function Rating() {
  if (siteClaims === null) return null;
  const { value, count } = siteClaims.ratings.home;
  const label = homeTexts.reviews.ratingLabel(value, count);
  return (
    <div className="flex items-center gap-5">
      <p className="home-figure font-semibold tracking-tight figures" aria-hidden="true">
        {value}
      </p>
      <div className="grid gap-1.5">
        <Stars value={value} label={label} />
        <p className="text-sm text-muted" aria-hidden="true">
          {label}
        </p>
      </div>
    </div>
  );
}

export function ReviewsSection() {
  const { eyebrow, title, sample } = homeTexts.reviews;
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="home-section">
      <div className="page-width grid gap-12">
        <div className="flex flex-wrap items-end justify-between gap-8">
          <div className="grid gap-4">
            <SectionHeading id="reviews-title" eyebrow={eyebrow} title={title} />
            {areClaimsSamples && (
              <p className="flex max-w-2xl flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
                <SampleBadge />
                {sample}
              </p>
            )}
          </div>
          <Rating />
        </div>
        <ul className="gap-4 sm:columns-2 lg:columns-3">
          {sampleReviews.map(({ quote, name, who }) => (
            <li key={name} className="mb-4 break-inside-avoid">
              <figure className="home-glass grid gap-6 rounded-xl p-6 sm:p-7">
                <blockquote className="text-lg">{quote}</blockquote>
                <figcaption className="grid text-sm">
                  <span className="font-semibold">{name}</span>
                  <span className="text-muted">{who}</span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
