import { Link } from "react-router";
import { legalLinks } from "./site-links.ts";

export const QUIET_LINK =
  "inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline";

export function LegalLinks() {
  return legalLinks.map(({ label, to, file }) => (
    <li key={to} className="flex items-center gap-x-2.5 whitespace-nowrap">
      <Link to={to} className={QUIET_LINK}>
        {label}
      </Link>
      <a href={file} className={`${QUIET_LINK} min-w-11`} aria-label={`${label}, PDF`}>
        PDF
      </a>
    </li>
  ));
}
