import { randomUUID } from "node:crypto";
import { POSTS_PER_PAGE, RELATED_POSTS } from "@vriddhi/core/blog/blog-limits";
import { toExcerpt } from "@vriddhi/core/blog/excerpt";
import { slugCandidate } from "@vriddhi/core/blog/slug";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { EpochMs, HumanClock } from "@vriddhi/core/time/clock";
import type { RenderFailure } from "../../platform/markdown/rendered.ts";
import type { PostFilter, PostStore } from "./post.store.ts";
import type { Post, PostSource, PostSummary, Revision, RevisionSummary } from "./post.ts";
import { createCounts } from "./post-counts.ts";
import type { PostMaker } from "./post-maker.ts";

export interface PostServiceDeps {
  readonly store: PostStore;
  readonly maker: PostMaker;
  readonly clock: HumanClock;
  /** Called when articles join the public list (C7.25). */
  onPublished(slugs: readonly string[]): void;
  /** Called with every text of a deleted article, so that its unused pictures can be deleted. */
  onRemoved(texts: readonly string[]): Promise<void>;
}

export interface PostRequest {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string | null;
  readonly featuredImageUrl: string | null;
  readonly imageAlt: string;
  readonly tags: readonly string[];
  readonly publishAt: EpochMs | null;
}

export interface PostListQuery {
  readonly page: number | null;
  readonly limit: number | null;
  readonly words: readonly string[];
  readonly tag: string | null;
}

export interface ListedPosts {
  readonly posts: readonly PostSummary[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
}

export type PostRefusal = "post_unknown" | "post_changed" | RenderFailure;

type Changed = Result<Post, PostRefusal>;

export type PostService = ReturnType<typeof createPostService>;

/** Slugs looked up in the first read; the next reads take four times as many. */
const SLUGS_AT_ONCE = 20;
const SLUGS_GROW = 4;

const sameTags = (tags: readonly string[]): readonly string[] => {
  const seen = new Map<string, string>();
  for (const tag of tags) if (!seen.has(tag.toLowerCase())) seen.set(tag.toLowerCase(), tag);
  return [...seen.values()];
};

const toWriting = (request: PostRequest): PostSource => ({
  title: request.title,
  content: request.content,
  excerpt:
    request.excerpt === null || request.excerpt.trim() === "" ? toExcerpt(request.content) : request.excerpt.trim(),
  featuredImageUrl: request.featuredImageUrl,
  imageAlt: request.imageAlt,
  tags: sameTags(request.tags),
});

interface Schedule {
  readonly published: boolean;
  readonly publishAt: EpochMs | null;
  readonly createdAt: EpochMs;
}

/** Uses the first free slug; if another writer takes it meanwhile, the next. */
async function addUnderFreeName(
  title: string,
  takenOf: PostStore["desk"]["takenOf"],
  add: (slug: string) => Promise<boolean>,
): Promise<string> {
  let first = 1;
  for (let size = SLUGS_AT_ONCE; ; size *= SLUGS_GROW) {
    const candidates = Array.from({ length: size }, (_, at) => slugCandidate(title, first + at));
    const taken = await takenOf(candidates);
    for (const slug of candidates) if (!taken.has(slug) && (await add(slug))) return slug;
    first += size;
  }
}

type Counts = ReturnType<typeof createCounts>;

async function listed(
  { page: asked, limit: wanted, words, tag }: PostListQuery,
  from: Pick<PostStore["desk"], "list" | "count">,
  keep: <T>(ask: () => Promise<T>) => Promise<T>,
): Promise<ListedPosts> {
  const [page, limit] = [asked ?? 1, wanted ?? POSTS_PER_PAGE];
  const filter: PostFilter = { words, tag };
  const posts = await from.list({ words, tag, offset: (page - 1) * limit, limit });
  // A page that is not full reveals the count.
  const isLast = posts.length < limit && (posts.length > 0 || page === 1);
  const total = isLast ? (page - 1) * limit + posts.length : await keep(() => from.count(filter));
  return { posts, total, page, limit };
}

function createPostReads({ store: { published, desk }, maker }: PostServiceDeps, counts: Counts) {
  const keyed = (kind: string, { words, tag }: PostListQuery) => {
    const key = `${kind} ${JSON.stringify([words, tag])}`;
    return <T>(ask: () => Promise<T>): Promise<T> => counts.keep(key, ask);
  };
  return {
    list: (request: PostListQuery) => listed(request, published, keyed("published", request)),
    listAll: (request: PostListQuery) => listed(request, desk, keyed("all", request)),
    tags: () => counts.keep("tags", published.tags),
    addresses: published.addresses,
    newest: published.newest,
    async read(slug: string): Promise<{ post: Post; related: readonly PostSummary[] } | null> {
      const post = await published.find(slug);
      if (post === null) return null;
      return { post: await maker.refreshed(post), related: await published.related(post, RELATED_POSTS) };
    },
    async find(id: string): Promise<Post | null> {
      const post = await desk.find(id);
      return post === null ? null : maker.refreshed(post);
    },
    preview: (content: string) => maker.preview(content),
    async revisions(id: string): Promise<readonly RevisionSummary[] | null> {
      const found = await desk.revisions(id);
      return found.length === 0 && (await desk.find(id)) === null ? null : found;
    },
    revision: (id: string, revision: number): Promise<Revision | null> => desk.revision(id, revision),
  };
}

async function textsOf(desk: PostStore["desk"], id: string): Promise<readonly string[]> {
  const post = await desk.find(id);
  const texts = post === null ? [] : [post.content, post.featuredImageUrl ?? ""];
  for (const { revision } of await desk.revisions(id)) {
    const earlier = await desk.revision(id, revision);
    texts.push(earlier?.content ?? "", earlier?.featuredImageUrl ?? "");
  }
  return texts;
}

function createPostWrites({ store: { desk }, maker, clock, onPublished, onRemoved }: PostServiceDeps, counts: Counts) {
  function schedule(publishAt: EpochMs | null): Schedule {
    const now = clock.now();
    const isLater = publishAt !== null && publishAt > now;
    return { published: !isLater, publishAt: isLater ? publishAt : null, createdAt: isLater ? publishAt : now };
  }

  async function change(post: Post, writing: PostSource, when: Schedule, by: string | null): Promise<Changed> {
    const made = await maker.make(writing);
    if (typeof made === "string") return err(made);
    const { published, publishAt, createdAt } = when;
    const wanted = { ...writing, ...made, published, publishAt, createdAt, basedOn: post.revision };
    const outcome = await desk.change(post.id, wanted, { at: clock.now(), by });
    counts.forget();
    if (outcome !== "changed") return err(outcome === "unknown" ? "post_unknown" : "post_changed");
    if (when.published && !post.published) onPublished([post.slug]);
    const changed = await desk.find(post.id);
    return changed === null ? err("post_unknown") : ok(changed);
  }

  return {
    async create(request: PostRequest, by: string | null): Promise<Result<Post, RenderFailure>> {
      const writing = toWriting(request);
      const made = await maker.make(writing);
      if (typeof made === "string") return err(made);
      const post = { ...writing, ...made, ...schedule(request.publishAt), id: randomUUID() };
      const saved = { at: clock.now(), by };
      const slug = await addUnderFreeName(request.title, desk.takenOf, (free) => desk.add(post, free, saved));
      counts.forget();
      if (post.published) onPublished([slug]);
      return ok({ ...post, slug, updatedAt: null, revision: 1 });
    },
    async update(id: string, request: PostRequest, basedOn: number | null, by: string | null): Promise<Changed> {
      const post = await desk.find(id);
      if (post === null) return err("post_unknown");
      if (basedOn !== null && basedOn !== post.revision) return err("post_changed");
      return change(post, toWriting(request), post.published ? post : schedule(request.publishAt), by);
    },
    async restore(id: string, revision: number, by: string | null): Promise<Changed> {
      const [post, earlier] = [await desk.find(id), await desk.revision(id, revision)];
      if (post === null || earlier === null) return err("post_unknown");
      const { title, content, excerpt, featuredImageUrl, imageAlt, tags } = earlier;
      return change(post, { title, content, excerpt, featuredImageUrl, imageAlt, tags }, post, by);
    },
    async remove(id: string): Promise<boolean> {
      const texts = await textsOf(desk, id);
      const isRemoved = await desk.remove(id);
      counts.forget();
      if (isRemoved) await onRemoved(texts);
      return isRemoved;
    },
    async publishDue(): Promise<void> {
      const slugs = await desk.publishDue(clock.now());
      if (slugs.length === 0) return;
      counts.forget();
      onPublished(slugs);
    },
  };
}

export function createPostService(deps: PostServiceDeps) {
  const counts = createCounts(deps.clock);
  return Object.assign(createPostReads(deps, counts), createPostWrites(deps, counts));
}
