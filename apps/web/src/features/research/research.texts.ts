import { brand } from "@vriddhi/core/site/brand";

export const researchTexts = {
  /** C2.15 */
  title: `${brand.name} Research`,
  lead: "Measured, dated, with the working shown. Nothing here is a tip.",
  /** C2.17 */
  loading: "Loading research articles...",
  errorTitle: "Error Loading Research",
  emptyTitle: "No Research Articles Yet",
  emptyBody: "Check back later for new research articles!",
  /** C8.1 */
  failed: "Failed to fetch research articles",
  /** C2.18 */
  noExcerpt: "No excerpt available",
  /** C2.19 */
  featured: "Featured",
  readTime: "5 min read",
  search: "Search articles",
  searchButton: "Search",
  topics: "Topics",
  all: "All",
  noMatch: "No article matches",
  noMatchBody: "Try other words, or another topic.",
  showAll: "Show all articles",
  pages: "Pages",
  newer: "Newer articles",
  older: "Older articles",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  feed: "RSS",
  more: "By topic",
} as const;
