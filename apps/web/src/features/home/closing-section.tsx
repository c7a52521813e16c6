import { brand } from "@vriddhi/core/site/brand";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { riskDisclosure, siteClaims } from "../../lib/site-claims.ts";
import { homeTexts } from "../../texts/home.texts.ts";
import { siteTexts } from "../../texts/site.texts.ts";
import { Button } from "../../ui/button.tsx";
import { LogoMark } from "../../ui/logo.tsx";
import { posters } from "./film-files.ts";
import { pathForName } from "./home-navigation.ts";

const QUIET = "inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline";
const HEADING = "text-sm font-semibold";
const WIDE_POSTER = posters[1].webp;
const { closing } = homeTexts;

interface ColumnProps {
  readonly title: string;
  readonly links: readonly { readonly name: string; readonly label: string }[];
}

function Column({ title, links }: ColumnProps) {
  return (
    <div>
      <h3 className={HEADING}>{title}</h3>
      <ul className="mt-2 grid">
        {links.map(({ name, label }) => (
          <li key={name}>
            <Link to={pathForName(name)} className={QUIET}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Invitation() {
  return (
    <div className="home-invitation">
      <img src={WIDE_POSTER} alt="" width={1920} height={1080} loading="lazy" decoding="async" />
      <h2 className="text-4xl font-semibold">{closing.title}</h2>
      <p className="max-w-xl text-lg text-muted">{closing.lead}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3 max-sm:w-full max-sm:*:w-full">
        <Button asChild variant="primary" size="lg">
          <Link to="/free-trial" prefetch="intent">
            {closing.start}
          </Link>
        </Button>
        <Button asChild variant="secondary" size="lg">
          <Link to="/subscription-plans" prefetch="intent">
            {closing.plans}
          </Link>
        </Button>
      </div>
    </div>
  );
}

/** A2.24: the last section stands where other pages have the footer, and holds what a footer holds. */
export function ClosingSection({ legalLinks }: { readonly legalLinks: ReactNode }) {
  const [product, ...others] = closing.columns;
  const productLinks = siteClaims ? [...product.links, closing.heatMap] : product.links;
  return (
    <footer id="closing" className="home-closing">
      <Invitation />
      <div className="border-t border-line bg-ground">
        <div className="page-width grid gap-12 py-14">
          <div className="grid grid-cols-2 gap-10 sm:grid-cols-5 sm:gap-x-6 lg:grid-cols-[2fr_repeat(5,1fr)]">
            <div className="col-span-full grid max-w-2xs content-start gap-4 lg:col-span-1">
              <LogoMark />
              <p className="text-sm text-muted">{brand.tagline}.</p>
              <a href={`mailto:${brand.supportEmail}`} className={QUIET}>
                {brand.supportEmail}
              </a>
            </div>
            <Column title={product.title} links={productLinks} />
            {others.map((column) => (
              <Column key={column.title} {...column} />
            ))}
            <div>
              <h3 className={HEADING}>{siteTexts.legalHeading}</h3>
              <ul className="mt-2 grid">{legalLinks}</ul>
            </div>
            <div>
              <h3 className={HEADING}>{siteTexts.followHeading}</h3>
              <ul className="mt-2 grid">
                {brand.social.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href} className={QUIET} target="_blank" rel="noopener noreferrer">
                      {label}
                      <span className="sr-only"> ({siteTexts.newTab})</span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <div className="grid gap-2 border-t border-line pt-6 text-xs text-muted">
            <p className="max-w-3xl">{riskDisclosure}</p>
            <p>© {brand.legalEntity}</p>
          </div>
        </div>
      </div>
    </footer>
  );
}
