import { legalPages } from "../texts/legal-pages.ts";
import { siteTexts } from "../texts/site.texts.ts";

export interface SiteLink {
  readonly label: string;
  readonly to: string;
}

export const mainLinks: readonly SiteLink[] = [
  { label: "Home", to: "/" },
  { label: "About", to: "/about" },
  { label: "Pricing", to: "/subscription-plans" },
  { label: "Courses", to: "/courses" },
  { label: "Research", to: "/research" },
];

/** On a phone the menu also has the links that a desktop has in the footer. */
export const menuLinks: readonly SiteLink[] = [...mainLinks, { label: "Support", to: "/support" }];

export const trialLink: SiteLink = { label: siteTexts.trial, to: "/free-trial" };
export const loginLink: SiteLink = { label: siteTexts.login, to: "/auth" };
export const profileLink: SiteLink = { label: siteTexts.myProfile, to: "/algorithm/dashboard/UserProfile" };

export const footerColumns: readonly { readonly title: string; readonly links: readonly SiteLink[] }[] = [
  {
    title: "Product",
    links: [
      { label: "How it works", to: "/algorithm" },
      { label: "Pricing", to: "/subscription-plans" },
      { label: "Brokers", to: "/broker-selection" },
      { label: "Free trial", to: "/free-trial" },
    ],
  },
  {
    title: "Learn",
    links: [
      { label: "Research", to: "/research" },
      { label: "Courses", to: "/courses" },
      { label: "E-book", to: "/products" },
      { label: "Newsletter", to: "/newsletter" },
    ],
  },
  {
    title: "Company",
    links: [
      { label: "About", to: "/about" },
      { label: "Support", to: "/support" },
      { label: "Status", to: "/status" },
    ],
  },
];

/** Only where the site may show results. */
export const heatMapLink: SiteLink = { label: "Month by month", to: "/monthly-heatmap" };

interface LegalLink extends SiteLink {
  readonly file: string;
}

export const legalLinks: readonly LegalLink[] = legalPages.map(({ label, name }) => ({
  label,
  to: `/legal/${name}`,
  file: `/legal/${name}.pdf`,
}));
