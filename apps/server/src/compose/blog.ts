import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { FastifyInstance } from "fastify";
import { figurePicture, listFigures } from "../features/blog/article-files.ts";
import { blogMessages } from "../features/blog/blog.messages.ts";
import { createArticleLoader } from "../features/blog/load-articles.ts";
import { postHandlers } from "../features/blog/post.routes.ts";
import { createPostService } from "../features/blog/post.service.ts";
import { createPostMaker } from "../features/blog/post-maker.ts";
import { serveResearchFiles } from "../features/blog/research-files.routes.ts";
import { imageMessages } from "../features/blog-image/image.messages.ts";
import { imageHandlers, serveImages } from "../features/blog-image/image.routes.ts";
import { createImageService } from "../features/blog-image/image.service.ts";
import { createImageStore } from "../features/blog-image/image.store.pg.ts";
import { NotAllowed } from "../features/blog-image/object-store.ts";
import { setupMessages } from "../features/blog-setup/setup.messages.ts";
import { setupHandlers } from "../features/blog-setup/setup.routes.ts";
import { createSetupService } from "../features/blog-setup/setup.service.ts";
import { newsletterMessages } from "../features/newsletter/newsletter.messages.ts";
import { logSitemapPings } from "../features/site/sitemap-ping.ts";
import { poll } from "../platform/clock/poll.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { BlogSettings } from "../platform/config/blog-settings.ts";
import { BLOG_READER_ROLE, BLOG_WRITER_ROLE } from "../platform/db/database.ts";
import { createMarkdownWorkers, PATIENT } from "../platform/markdown/markdown-workers.ts";
import type { Closing } from "./closing.ts";
import { composeNewsletter } from "./newsletter.ts";
import { openBlogStore } from "./open-blog-store.ts";
import { openObjectStore } from "./open-object-store.ts";
import type { Platform } from "./platform.ts";
import { ARTICLES_FOLDER } from "./research-folder.ts";
import type { Surroundings } from "./surroundings.ts";

export const blogMessagesAll = { ...blogMessages, ...imageMessages, ...newsletterMessages, ...setupMessages };

export type ComposedBlog = ReturnType<typeof composeBlog>;

/** Readers are many and fast, writers few. */
const READER_CONNECTIONS = 4;
const WRITER_CONNECTIONS = 2;
const DUE_EVERY_MS = 15 * SECOND_MS;
/** Articles beyond the size limit of a sitemap are left out. */
const SITEMAP_POSTS = 45_000;

/** What browsers may know of a hosted backend: never the service key. */
const hostedBackend = ({ supabase }: BlogSettings) =>
  supabase === null || supabase.anonKey === null ? null : { url: supabase.url, anonKey: supabase.anonKey };

export function composeBlog(platform: Platform, surroundings: Surroundings, closing: Closing) {
  const { config, log, humanClock: clock } = platform;
  const writer = platform.openAs(BLOG_WRITER_ROLE, WRITER_CONNECTIONS);
  const reader = platform.openAs(BLOG_READER_ROLE, READER_CONNECTIONS);
  const { posts: store, setup: setupStore } = openBlogStore(config.blog, { reader, writer });
  const markdown = createMarkdownWorkers(realTimers);
  closing.add("markdown threads", markdown.close);
  const ownMarkdown = createMarkdownWorkers(realTimers, PATIENT);
  closing.add("markdown thread of our own articles", ownMarkdown.close);
  const objects = openObjectStore(config, clock);
  const images = createImageService({ images: createImageStore(writer), objects, clock });
  let figures: ReadonlyMap<string, string> = new Map();
  const findPicture = async (url: string) => (await images.find(url)) ?? (await figurePicture(figures, url));
  const maker = createPostMaker({ markdown, findPicture });
  const service = createPostService({
    store,
    maker,
    clock,
    onPublished: () => logSitemapPings(log, config.publicUrl),
    // Deleting the article does not wait for its files.
    onRemoved: (texts) =>
      images.removeUnused(texts, store.desk.shows).catch((cause: unknown) => {
        log.warn({ cause: String(cause) }, "blog: images of a deleted article not removed");
      }),
  });
  const loader = createArticleLoader({
    desk: store.desk,
    maker: createPostMaker({ markdown: ownMarkdown, findPicture }),
    clock,
    folder: ARTICLES_FOLDER,
    hasSiteClaims: config.hasSiteClaims,
  });
  const newsletter = composeNewsletter(platform, markdown, surroundings.smtpUrl, closing);
  const setup = createSetupService({
    store: setupStore,
    storage: objects,
    isNotAllowed: (cause) => cause instanceof NotAllowed,
  });
  return {
    handlers: {
      ...postHandlers(service, markdown),
      ...imageHandlers(images),
      ...setupHandlers(setup, hostedBackend(config.blog)),
      ...newsletter.handlers,
    },
    readArticles: () => service.addresses(SITEMAP_POSTS),
    /** `hasArticles`: loads the product's own articles into an empty store. */
    async start(hasArticles: boolean): Promise<void> {
      figures = await listFigures(ARTICLES_FOLDER);
      if (objects.kind === "local") await objects.create();
      if (hasArticles) await loader.loadFirst(store.published.find);
      await ownMarkdown.close();
      newsletter.start();
      if (platform.isWorker) closing.add("due articles", poll("due articles", service.publishDue, DUE_EVERY_MS, log));
    },
    serve(app: FastifyInstance): void {
      serveImages(app, images);
      newsletter.serve(app);
      serveResearchFiles(app, { service, publicUrl: config.publicUrl, figures });
    },
  };
}
