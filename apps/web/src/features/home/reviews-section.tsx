import { siteClaims } from "../../lib/site-claims.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { sampleReviews } from "./reviews.texts.ts";
import { SectionHeading } from "./section-heading.tsx";

/** Where each star begins, in picture units. */
const STAR_PLACES = [0, 21, 42, 63, 84];
const STAR = "M10 1.6l2.5 5.4 5.9.7-4.4 4 1.2 5.8L10 14.6l-5.2 2.9L6 11.7l-4.4-4 5.9-.7z";

/** Five stars, the last one filled as far as the figure goes. */
function Stars({ value, label }: { readonly value: number; readonly label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 104 20" className="h-6 w-31">
      <defs>
        <clipPath id="stars-filled">
          <rect width={(value / STAR_PLACES.length) * 104} height="20" />
        </clipPath>
      </defs>
      {["fill-line-strong", "fill-text"].map((fill, layer) => (
        <g key={fill} className={fill} clipPath={layer === 1 ? "url(#stars-filled)" : undefined}>
          {STAR_PLACES.map((left) => (
            <path key={left} d={STAR} transform={`translate(${left})`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

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
          <SectionHeading id="reviews-title" eyebrow={eyebrow} title={title} />
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
        <p className="text-xs text-muted">{sample}</p>
      </div>
    </section>
  );
}
