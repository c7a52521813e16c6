import { epochMs } from "@vriddhi/core/time/clock";
import fc from "fast-check";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { serveSite } from "./site.routes.ts";
import { listSitemap, type SitemapArticle, type SitemapSource, toSitemapXml } from "./sitemap.ts";
import { logSitemapPings } from "./sitemap-ping.ts";

const source: SitemapSource = {
  origin: "https://vriddhi.example",
  pagesChangedAt: epochMs(Date.UTC(2026, 10, 15, 4)),
  hasHeatMap: true,
  articles: [],
};
const article: SitemapArticle = { slug: "opening-range", changedAt: epochMs(Date.UTC(2026, 9, 1)) };
const pathsOf = (changes: Partial<SitemapSource> = {}) =>
  listSitemap({ ...source, ...changes }).map(({ url }) => new URL(url).pathname);

const PATHS =
  "/, /algorithm, /subscription-plans, /products, /research, /auth, /free-trial, /broker-selection, /courses, /monthly-heatmap, /newsletter, /algorithm/dashboard, /algorithm/dashboard/FyersConnection, /algorithm/dashboard/AngelOneConnection, /algorithm/dashboard/ZerodhaConnection, /connect/fyers, /connect/angelone, /connect/zerodha, /algorithm/dashboard/TradingAlgorithm, /algorithm/dashboard/AngelOneTrading, /algorithm/dashboard/ZerodhaTrading, /admin/login".split(
    ", ",
  );

describe("the sitemap", () => {
  it("[C7.29] the sitemap lists exactly the specified paths", () => expect(pathsOf()).toEqual(PATHS));

  it("[C7.29] the sitemap adds each article under /research, monthly and at 0.8", () => {
    expect(listSitemap({ ...source, articles: [article] }).at(-1)).toEqual({
      url: "https://vriddhi.example/research/opening-range",
      priority: 0.8,
      changefreq: "monthly",
      lastmod: "2026-10-01",
    });
  });

  it("the sitemap has no heat map where the site may show no results", () => {
    expect(pathsOf({ hasHeatMap: false })).toEqual(PATHS.filter((path) => path !== "/monthly-heatmap"));
  });

  it("[C9.4] the sitemap keeps priorities between 0.3 and 1.0, and uses the whole range", () => {
    const entries = listSitemap({ ...source, articles: [article] });
    const priorities = entries.map(({ priority }) => priority);
    expect([Math.min(...priorities), Math.max(...priorities)]).toEqual([0.3, 1]);
    const frequencies = new Set(entries.map(({ changefreq }) => changefreq));
    expect([...frequencies].toSorted()).toEqual(["daily", "monthly", "weekly", "yearly"]);
  });

  it("[C3.7] the sitemap writes address, priority, frequency and day of every entry", () => {
    expect(toSitemapXml(listSitemap(source))).toContain(
      "<url><loc>https://vriddhi.example/</loc><lastmod>2026-11-15</lastmod><changefreq>weekly</changefreq><priority>1.0</priority></url>",
    );
  });

  it("the sitemap is well formed for every article title", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (slug) => {
        const xml = toSitemapXml(listSitemap({ ...source, articles: [{ ...article, slug }] }));
        const written = xml.match(/<loc>([^<]*)<\/loc>/g)?.at(-1) ?? "";
        expect(written).toMatch(
          /^<loc>https:\/\/vriddhi\.example\/research\/[A-Za-z0-9\-_.!~*()%]*(&apos;[^<&]*)*<\/loc>$/,
        );
        expect(xml.match(/<url>/g)).toHaveLength(PATHS.length + 1);
      }),
    );
  });
});

describe("files for search engines", () => {
  const open = () => {
    const app = Fastify();
    serveSite(app, {
      publicUrl: new URL("https://vriddhi.example"),
      pagesChangedAt: source.pagesChangedAt,
      hasHeatMap: true,
      readArticles: async () => [article],
    });
    return app;
  };

  it("[C7.29] search engines get the sitemap with the current articles", async () => {
    const reply = await open().inject("/sitemap.xml");
    expect(reply.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(reply.body).toContain("/research/opening-range");
  });

  it("search engines get a robots.txt that links to the sitemap", async () => {
    const reply = await open().inject("/robots.txt");
    expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(reply.body).toContain("Sitemap: https://vriddhi.example/sitemap.xml\n");
    expect(reply.body).not.toMatch(/^Disallow: \/$/m);
    // The sitemap lists the login (C7.29); the rest of the back office is disallowed.
    for (const line of ["Disallow: /secret", "Disallow: /admin", "Allow: /admin/login"])
      expect(reply.body.split("\n")).toContain(line);
  });
});

describe("the search engines' pings", () => {
  it("[C7.29] the search engines' pings are only logged", () => {
    const lines: unknown[] = [];
    logSitemapPings({ info: (...line: unknown[]) => void lines.push(line) }, new URL("https://vriddhi.example"));
    expect(lines).toEqual([
      [
        { engine: "Google", url: "https://www.google.com/ping?sitemap=https%3A%2F%2Fvriddhi.example%2Fsitemap.xml" },
        "sitemap: ping not sent",
      ],
      [
        { engine: "Bing", url: "https://www.bing.com/ping?sitemap=https%3A%2F%2Fvriddhi.example%2Fsitemap.xml" },
        "sitemap: ping not sent",
      ],
    ]);
  });
});
