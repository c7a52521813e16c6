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

export const ISSUE_TITLE_MAX = 100;
export const ISSUE_CONTENT_MAX = 15_000;

export const CONFIRM_WITHIN_MS = 7 * 24 * 60 * 60 * 1_000;

/** Concurrent mails of one issue, and the most whose outcome is unknown after a crash. */
export const SENDING_BATCH = 50;

export const SOFT_BOUNCES_MAX = 3;
