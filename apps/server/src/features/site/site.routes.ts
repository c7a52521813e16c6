import type { EpochMs } from "@vriddhi/core/time/clock";
import type { FastifyInstance } from "fastify";
import { listSitemap, type SitemapArticle, toRobotsTxt, toSitemapXml } from "./sitemap.ts";

export interface SiteDeps {
  readonly publicUrl: URL;
  readonly pagesChangedAt: EpochMs;
  readonly hasHeatMap: boolean;
  readArticles(): Promise<readonly SitemapArticle[]>;
}

const CACHE = "public, max-age=600";

export function serveSite(app: FastifyInstance, { publicUrl, readArticles, ...rest }: SiteDeps): void {
  const { origin } = publicUrl;
  const robots = toRobotsTxt(origin);
  app.get("/robots.txt", (_request, reply) =>
    reply.header("cache-control", CACHE).type("text/plain; charset=utf-8").send(robots),
  );
  app.get("/sitemap.xml", async (_request, reply) => {
    const xml = toSitemapXml(listSitemap({ ...rest, origin, articles: await readArticles() }));
    return reply.header("cache-control", CACHE).type("application/xml; charset=utf-8").send(xml);
  });
}
