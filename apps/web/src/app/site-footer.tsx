import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { companyFacts } from "../lib/company-facts.ts";
import { riskDisclosure, siteClaims } from "../lib/site-claims.ts";
import { siteTexts } from "../texts/site.texts.ts";
import { LogoMark } from "../ui/logo.tsx";
import { LegalLinks, QUIET_LINK } from "./legal-links.tsx";
import { footerColumns, heatMapLink, type SiteLink } from "./site-links.ts";

const HEADING = "text-sm font-semibold text-text";

function Column({ title, links }: { readonly title: string; readonly links: readonly SiteLink[] }) {
  return (
    <div>
      <h2 className={HEADING}>{title}</h2>
      <ul className="mt-2 grid">
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={QUIET_LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

const columns = footerColumns.map(({ title, links }, place) => ({
  title,
  links: place === 0 && siteClaims ? [...links, heatMapLink] : links,
}));

/** A2.21: the content of every footer; the home page's last section (A2.24) has it too. */
export function FooterContent() {
  return (
    <div className="border-t border-line bg-ground">
      <div className="page-width grid gap-12 py-14">
        <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-10 sm:grid-cols-3 md:grid-cols-[repeat(3,1fr)_auto_1fr] lg:grid-cols-[2fr_repeat(3,1fr)_auto_1fr]">
          <div className="col-span-full grid max-w-2xs content-start gap-4 lg:col-span-1">
            <LogoMark />
            <p className="text-sm text-muted">{brand.tagline}.</p>
            <a href={`mailto:${brand.supportEmail}`} className={QUIET_LINK}>
              {brand.supportEmail}
            </a>
          </div>
          {columns.map((column) => (
            <Column key={column.title} {...column} />
          ))}
          <section aria-labelledby="footer-legal">
            <h2 id="footer-legal" className={HEADING}>
              {siteTexts.legalHeading}
            </h2>
            <ul className="mt-2 grid">
              <LegalLinks />
            </ul>
          </section>
          <section aria-labelledby="footer-follow">
            <h2 id="footer-follow" className={HEADING}>
              {siteTexts.followHeading}
            </h2>
            <ul className="mt-2 grid">
              {brand.social.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className={QUIET_LINK} target="_blank" rel="noopener noreferrer">
                    {label}
                    <span className="sr-only"> ({siteTexts.newTab})</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid gap-2 border-t border-line pt-6 text-xs text-muted">
          <p className="max-w-3xl">{riskDisclosure}</p>
          <p>© {brand.legalEntity}</p>
          {companyFacts.map(({ label, value }) => (
            <p key={label}>
              {label}: {value}
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}

export function SiteFooter() {
  return (
    <footer>
      <FooterContent />
    </footer>
  );
}
