export const articleTexts = {
  back: "Back to Research",
  published: (date: string) => `Published ${date}`,
  updated: (date: string) => `Updated ${date}`,
  share: "Share",
  copied: "Link copied",
  notCopied: "The link could not be copied. It stands in the address bar.",
  contents: "In this article",
  tags: "Tags",
  readNext: "Read next",
  /** C2.22 */
  failed: "Failed to fetch research article",
  missing: "Research Article Not Found",
  missingBody: "There is no article at this address. It may have been renamed or withdrawn.",
  tryAgain: "Try Again",
  allResearch: "All research",
} as const;
