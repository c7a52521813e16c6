import { siteTexts } from "../texts/site.texts.ts";

export interface SiteLink {
  readonly label: string;
  readonly to: string;
}

/** A2.20 */
export const mainLinks: readonly SiteLink[] = [
  { label: "Home", to: "/" },
  { label: "About", to: "/about" },
  { label: "Pricing", to: "/subscription-plans" },
  { label: "Courses", to: "/courses" },
  { label: "Research", to: "/research" },
];

export const loginLink: SiteLink = { label: siteTexts.login, to: "/auth" };
export const profileLink: SiteLink = { label: siteTexts.myProfile, to: "/algorithm/dashboard/UserProfile" };

/** A2.21: files, not pages. */
export const legalLinks: readonly SiteLink[] = [
  { label: "Privacy policy", to: "/legal/privacy.pdf" },
  { label: "Terms of service", to: "/legal/terms.pdf" },
  { label: "Refund policy", to: "/legal/refund.pdf" },
];
