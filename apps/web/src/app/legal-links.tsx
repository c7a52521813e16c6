import { legalLinks } from "./site-links.ts";

export const QUIET_LINK =
  "inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-text hover:underline";

/** A2.21: list items, for the footer and for pages that hide it. */
export function LegalLinks() {
  return legalLinks.map(({ label, to }) => (
    <li key={to}>
      <a href={to} className={QUIET_LINK}>
        {label}
      </a>
    </li>
  ));
}
