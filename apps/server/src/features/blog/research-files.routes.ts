import { createReadStream } from "node:fs";
import { FEED_POSTS } from "@vriddhi/core/blog/blog-limits";
import type { FastifyInstance } from "fastify";
import { FIGURES_PATH } from "./article-files.ts";
import { ATOM_PATH, RSS_PATH, toAtom, toRss } from "./feeds.ts";
import type { PostService } from "./post.service.ts";

export interface ResearchFilesDeps {
  readonly service: Pick<PostService, "newest">;
  readonly publicUrl: URL;
  readonly figures: ReadonlyMap<string, string>;
}

const FEED_CACHE = "public, max-age=300";
const FIGURE_CACHE = "public, max-age=86400";
const TYPES: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png", webp: "image/webp" };

/** A drawing may use styles and nothing else, also when opened directly. */
const FIGURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function serveResearchFiles(app: FastifyInstance, { service, publicUrl, figures }: ResearchFilesDeps): void {
  const { origin } = publicUrl;
  app.get(RSS_PATH, async (_request, reply) => {
    const posts = await service.newest(FEED_POSTS);
    return reply
      .header("cache-control", FEED_CACHE)
      .type("application/rss+xml; charset=utf-8")
      .send(toRss({ origin, posts }));
  });
  app.get(ATOM_PATH, async (_request, reply) => {
    const posts = await service.newest(FEED_POSTS);
    const feed = toAtom({ origin, posts });
    return reply.header("cache-control", FEED_CACHE).type("application/atom+xml; charset=utf-8").send(feed);
  });
  app.get<{ Params: { name: string } }>(`${FIGURES_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const path = figures.get(name);
    if (path === undefined) return reply.callNotFound();
    return reply
      .header("cache-control", FIGURE_CACHE)
      .header("cross-origin-resource-policy", "cross-origin")
      .header("content-security-policy", FIGURE_POLICY)
      .type(TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream")
      .send(createReadStream(path));
  });
}
