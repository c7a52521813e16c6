import { figurePicture, listFigures } from "../features/blog/article-files.ts";
import { createArticleLoader, type LoadedArticles } from "../features/blog/load-articles.ts";
import { createPostDesk } from "../features/blog/post.store.pg.ts";
import { createPostMaker } from "../features/blog/post-maker.ts";
import { createPublishedPosts } from "../features/blog/published.store.pg.ts";
import { systemClock } from "../platform/clock/system-clock.ts";
import { realTimers } from "../platform/clock/timers.ts";
import type { Config } from "../platform/config/config.ts";
import { BLOG_WRITER_ROLE, openDatabase } from "../platform/db/database.ts";
import type { Logger } from "../platform/log/logger.ts";
import { createMarkdownWorkers, PATIENT } from "../platform/markdown/markdown-workers.ts";
import type { Closing } from "./closing.ts";
import type { OpenedDatabase } from "./open-database.ts";
import { ARTICLES_FOLDER } from "./research-folder.ts";

/** `npm run research:load`: loads the product's own articles into an empty or outdated store. */
export async function loadResearch(
  { hasSiteClaims }: Config,
  { appUrl, watch }: OpenedDatabase,
  log: Logger,
  closing: Closing,
): Promise<LoadedArticles> {
  const onError = (error: Error) => log.warn({ err: error }, "database: idle connection lost");
  const writer = openDatabase(appUrl, { max: 2, watch, role: BLOG_WRITER_ROLE, onError });
  closing.add("blog writers' pool", writer.close);
  const markdown = createMarkdownWorkers(realTimers, PATIENT);
  closing.add("markdown threads", markdown.close);
  const figures = await listFigures(ARTICLES_FOLDER);
  const maker = createPostMaker({ markdown, findPicture: (url) => figurePicture(figures, url) });
  const desk = createPostDesk(writer);
  const loader = createArticleLoader({ desk, maker, clock: systemClock, folder: ARTICLES_FOLDER, hasSiteClaims });
  return loader.load(createPublishedPosts(writer).find);
}
