import { brokersShown } from "@vriddhi/core/broker/broker-name";
import { connectionPaths, tradingPaths } from "@vriddhi/core/site/dashboard-path";
import type { EpochMs } from "@vriddhi/core/time/clock";

type ChangeFrequency = "daily" | "weekly" | "monthly" | "yearly";

export interface SitemapEntry {
  readonly url: string;
  readonly priority: number;
  readonly changefreq: ChangeFrequency;
  readonly lastmod: string;
}

interface SitePage {
  readonly path: `/${string}`;
  readonly priority: number;
  readonly changefreq: ChangeFrequency;
}

const HEAT_MAP = "/monthly-heatmap";

const page = (path: SitePage["path"], priority: number, changefreq: ChangeFrequency): SitePage => ({
  path,
  priority,
  changefreq,
});

/** Paths of C7.29; priorities and frequencies within C9.4. */
const sitePages: readonly SitePage[] = [
  page("/", 1, "weekly"),
  page("/algorithm", 0.9, "weekly"),
  page("/subscription-plans", 0.9, "weekly"),
  page("/products", 0.8, "monthly"),
  page("/research", 0.9, "daily"),
  page("/auth", 0.5, "yearly"),
  page("/free-trial", 0.8, "monthly"),
  page("/broker-selection", 0.7, "monthly"),
  page("/courses", 0.6, "monthly"),
  page(HEAT_MAP, 0.7, "monthly"),
  page("/newsletter", 0.6, "weekly"),
  page("/algorithm/dashboard", 0.5, "monthly"),
  ...brokersShown.map((broker) => page(connectionPaths[broker], 0.4, "yearly")),
  ...brokersShown.map((broker) => page(`/connect/${broker}`, 0.4, "yearly")),
  ...brokersShown.map((broker) => page(tradingPaths[broker], 0.4, "yearly")),
  page("/admin/login", 0.3, "yearly"),
];

export interface SitemapArticle {
  readonly slug: string;
  readonly changedAt: EpochMs;
}

export interface SitemapSource {
  readonly origin: string;
  readonly pagesChangedAt: EpochMs;
  /** `false` where no past results may be shown. */
  readonly hasHeatMap: boolean;
  readonly articles: readonly SitemapArticle[];
}

const dayOf = (instant: EpochMs): string => new Date(instant).toISOString().slice(0, "YYYY-MM-DD".length);

export function listSitemap({ origin, pagesChangedAt, hasHeatMap, articles }: SitemapSource): readonly SitemapEntry[] {
  const pages = sitePages
    .filter(({ path }) => hasHeatMap || path !== HEAT_MAP)
    .map(({ path, priority, changefreq }) => ({
      url: origin + path,
      priority,
      changefreq,
      lastmod: dayOf(pagesChangedAt),
    }));
  const writings = articles.map(({ slug, changedAt }) => ({
    url: `${origin}/research/${encodeURIComponent(slug)}`,
    priority: 0.8,
    changefreq: "monthly" as const,
    lastmod: dayOf(changedAt),
  }));
  return [...pages, ...writings];
}

const escaped: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (letter) => escaped[letter] ?? letter);

export function toSitemapXml(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, lastmod, changefreq, priority }) =>
      `  <url><loc>${escapeXml(url)}</loc><lastmod>${lastmod}</lastmod><changefreq>${changefreq}</changefreq><priority>${priority.toFixed(1)}</priority></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** Private pages carry `noindex`, which a crawler must be able to read, so they are not disallowed here. */
export const toRobotsTxt = (origin: string): string => `User-agent: *
Allow: /
Disallow: /sandbox
Disallow: /secret
Disallow: /admin
Allow: /admin/login

Sitemap: ${origin}/sitemap.xml
`;
