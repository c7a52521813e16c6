/** C5.7 */
export const NEWSLETTER_CATEGORIES = [
  "Market Analysis",
  "IPO News",
  "Trading Strategies",
  "Investment Opportunities",
  "Risk Management",
  "Tech Insights",
  "Regulatory Updates",
] as const;
export type NewsletterCategory = (typeof NEWSLETTER_CATEGORIES)[number];

/** C9.2 */
export const ISSUE_TITLE_MAX = 100;
export const ISSUE_CONTENT_MAX = 15_000;

/** How long a link that confirms an address is good for. */
export const CONFIRM_WITHIN_MS = 7 * 24 * 60 * 60 * 1_000;

/** Mails of one issue that are under way at once; so many are unknown at most when a process dies. */
export const SENDING_BATCH = 50;

/** So many returns of the passing kind, and an address is given up. */
export const SOFT_BOUNCES_MAX = 3;
