import { randomUUID } from "node:crypto";
import type { HumanClock } from "@vriddhi/core/time/clock";
import { type ArticleFile, readArticleFiles } from "./article-files.ts";
import type { PostDesk } from "./post.store.ts";
import type { Post, PostSource } from "./post.ts";
import type { PostMaker } from "./post-maker.ts";

export interface LoadArticlesDeps {
  readonly desk: PostDesk;
  readonly maker: PostMaker;
  readonly clock: HumanClock;
  readonly folder: string;
  /** `false` skips articles that show results. */
  readonly hasSiteClaims: boolean;
}

export interface LoadedArticles {
  readonly added: readonly string[];
  readonly renewed: readonly string[];
  /** Edited on the site since: they stay as they are. */
  readonly kept: readonly string[];
}

const BY = "the articles that come with the product";

const isSame = (one: PostSource, other: PostSource): boolean =>
  one.title === other.title &&
  one.content === other.content &&
  one.excerpt === other.excerpt &&
  one.featuredImageUrl === other.featuredImageUrl &&
  one.tags.join() === other.tags.join();

const RESEARCH_LINK = /\[([^\]]*)\]\(\/research\/([a-z0-9-]+)[^)]*\)/g;

export function withoutResults(files: readonly ArticleFile[]): readonly ArticleFile[] {
  const leftOut = new Set(files.filter((file) => file.showsPastResults).map((file) => file.slug));
  const asText = (content: string): string =>
    content.replace(RESEARCH_LINK, (link, words: string, slug: string) => (leftOut.has(slug) ? words : link));
  return files
    .filter((file) => !file.showsPastResults)
    .map((file) => ({ ...file, writing: { ...file.writing, content: asText(file.writing.content) } }));
}

/** Loads the product's own articles into the store. Idempotent: updates only what changed in the files. */
export function createArticleLoader({ desk, maker, clock, folder, hasSiteClaims }: LoadArticlesDeps) {
  async function add({ slug, writing, publishedAt }: ArticleFile): Promise<void> {
    const made = await maker.make(writing);
    if (typeof made === "string") throw new Error(`the article ${slug} cannot be rendered: ${made}`);
    const when = { id: randomUUID(), published: true, publishAt: null, createdAt: publishedAt };
    await desk.add({ ...writing, ...made, ...when }, slug, { at: clock.now(), by: BY });
  }

  async function renew(post: Post, { slug, writing }: ArticleFile): Promise<void> {
    const made = await maker.make(writing);
    if (typeof made === "string") throw new Error(`the article ${slug} cannot be rendered: ${made}`);
    const { published, publishAt, createdAt, revision: basedOn } = post;
    const change = { ...writing, ...made, published, publishAt, createdAt, basedOn };
    await desk.change(post.id, change, { at: clock.now(), by: BY });
  }

  async function isUntouched(post: Post): Promise<boolean> {
    return (await desk.revision(post.id, post.revision))?.savedBy === BY;
  }

  async function settle(file: ArticleFile, post: Post | null): Promise<keyof LoadedArticles | null> {
    if (post === null) {
      await add(file);
      return "added";
    }
    if (isSame(post, file.writing)) return null;
    if (!(await isUntouched(post))) return "kept";
    await renew(post, file);
    return "renewed";
  }

  async function load(findBySlug: (slug: string) => Promise<Post | null>): Promise<LoadedArticles> {
    const all = await readArticleFiles(folder);
    const files = hasSiteClaims ? all : withoutResults(all);
    const withResults: Record<keyof LoadedArticles, string[]> = { added: [], renewed: [], kept: [] };
    for (const file of files) {
      const kind = await settle(file, await findBySlug(file.slug));
      if (kind !== null) withResults[kind].push(file.slug);
    }
    return withResults;
  }

  return {
    load,
    /** Only into an empty store: a deleted article does not come back with the next start. */
    async loadFirst(findBySlug: (slug: string) => Promise<Post | null>): Promise<void> {
      if ((await desk.count({ words: [], tag: null })) === 0) await load(findBySlug);
    },
  };
}
