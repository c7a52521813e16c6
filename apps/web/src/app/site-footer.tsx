import { brand } from "@vriddhi/core/site/brand";
import { Link } from "react-router";
import { siteTexts } from "../texts/site.texts.ts";
import { LogoMark } from "../ui/logo.tsx";
import { LegalLinks, QUIET_LINK } from "./legal-links.tsx";
import { mainLinks } from "./site-links.ts";

const HEADING = "text-sm font-semibold text-text";

/** A2.21 */
export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-ground">
      <div className="page-width grid gap-10 py-14">
        <div className="grid grid-cols-2 gap-10 sm:grid-cols-[2fr_1fr_1fr_1fr]">
          <div className="col-span-2 grid max-w-sm content-start gap-4 sm:col-span-1">
            <LogoMark />
            <p className="text-sm text-muted">{brand.tagline}.</p>
            <a href={`mailto:${brand.supportEmail}`} className={QUIET_LINK}>
              {brand.supportEmail}
            </a>
          </div>
          <nav aria-label={siteTexts.footerNavigation}>
            <h2 className={HEADING}>{siteTexts.siteHeading}</h2>
            <ul className="mt-2">
              {mainLinks.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className={QUIET_LINK}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <section aria-labelledby="footer-legal">
            <h2 id="footer-legal" className={HEADING}>
              {siteTexts.legalHeading}
            </h2>
            <ul className="mt-2">
              <LegalLinks />
            </ul>
          </section>
          <section aria-labelledby="footer-follow">
            <h2 id="footer-follow" className={HEADING}>
              {siteTexts.followHeading}
            </h2>
            <ul className="mt-2">
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
          <p className="max-w-3xl">{brand.riskDisclosure}</p>
          <p>© {brand.legalEntity}</p>
        </div>
      </div>
    </footer>
  );
}
