import type { blogEndpoints } from "@vriddhi/contract/blog";
import type { BodyOf } from "@vriddhi/contract/endpoint";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { Explained, Handlers } from "../../platform/http/handler.ts";
import type { MarkdownWorkers } from "../../platform/markdown/markdown-workers.ts";
import { isRenderFailure, type RenderFailure, toUnrenderable } from "../../platform/markdown/rendered.ts";
import { DELETED } from "./blog.messages.ts";
import type { PostRefusal, PostRequest, PostService } from "./post.service.ts";
import { BlogAway } from "./post.store.ts";
import type { Post } from "./post.ts";
import { listToWire, postToWire, revisionToWire, summaryToWire } from "./post-view.ts";

type PostHandlers = Handlers<
  | "listPosts"
  | "listTags"
  | "readPost"
  | "createPost"
  | "updatePost"
  | "deletePost"
  | "listOwnPosts"
  | "readOwnPost"
  | "listRevisions"
  | "readRevision"
  | "restoreRevision"
  | "previewPost"
>;

const WORDS_MAX = 8;

const wordsOf = (text: string | undefined): readonly string[] =>
  (text?.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX);

const instantOf = (text: string | null | undefined): EpochMs | null =>
  text === null || text === undefined ? null : epochMs(Date.parse(text));

const toRequest = (body: BodyOf<(typeof blogEndpoints)["createPost"]>): PostRequest => ({
  title: body.title,
  content: body.content,
  excerpt: body.excerpt ?? null,
  featuredImageUrl: body.featured_image_url ?? null,
  imageAlt: body.image_alt ?? "",
  tags: body.tags ?? [],
  publishAt: instantOf(body.publish_at),
});

function answered(
  outcome: Result<Post, PostRefusal>,
): Result<ReturnType<typeof postToWire>, "post_unknown" | "post_changed" | Explained<"invalid_input">> {
  if (outcome.ok) return ok(postToWire(outcome.value));
  const { error } = outcome;
  return err(isRenderFailure(error) ? toUnrenderable(error) : error);
}

const created = (
  outcome: Result<Post, RenderFailure>,
): Result<ReturnType<typeof postToWire>, Explained<"invalid_input">> =>
  outcome.ok ? ok(postToWire(outcome.value)) : err(toUnrenderable(outcome.error));

/** An external store that is down is not a defect of the product. */
async function orAway<T, E>(work: Promise<Result<T, E>>): Promise<Result<T, E | "blog_away">> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof BlogAway) return err("blog_away");
    throw cause;
  }
}

export const postHandlers = (service: PostService, markdown: Pick<MarkdownWorkers, "render">): PostHandlers => ({
  ...reading(service),
  ...editing(service, markdown),
  createPost: ({ body, caller }) => orAway(service.create(toRequest(body), caller.name).then(created)),
  updatePost: ({ params, body, caller }) =>
    orAway(service.update(params.id, toRequest(body), body.based_on ?? null, caller.name).then(answered)),
  restoreRevision: ({ params, caller }) =>
    orAway(service.restore(params.id, params.revision, caller.name).then(answered)),
  deletePost: ({ params }) =>
    orAway(service.remove(params.id).then((isRemoved) => (isRemoved ? ok({ message: DELETED }) : err("post_unknown")))),
});

const reading = (service: PostService): Pick<PostHandlers, "listPosts" | "listTags" | "readPost"> => ({
  listPosts({ query }) {
    const { page = null, limit = null, q, tag = null } = query;
    return orAway(service.list({ page, limit, words: wordsOf(q), tag }).then((list) => ok(listToWire(list))));
  },
  listTags: () => orAway(service.tags().then((found) => ok({ tags: found.map(({ tag, count }) => ({ tag, count })) }))),
  readPost: ({ params }) =>
    orAway(
      service.read(params.slug).then((found) => {
        if (found === null) return err("post_unknown" as const);
        return ok({ post: postToWire(found.post), related: found.related.map(summaryToWire) });
      }),
    ),
});

const editing = (
  service: PostService,
  markdown: Pick<MarkdownWorkers, "render">,
): Pick<PostHandlers, "listOwnPosts" | "readOwnPost" | "listRevisions" | "readRevision" | "previewPost"> => ({
  listOwnPosts({ query }) {
    const { page = null, limit = null, q } = query;
    return orAway(service.listAll({ page, limit, words: wordsOf(q), tag: null }).then((list) => ok(listToWire(list))));
  },
  readOwnPost: ({ params }) =>
    orAway(service.find(params.id).then((post) => (post === null ? err("post_unknown") : ok(postToWire(post))))),
  listRevisions: ({ params }) =>
    orAway(
      service
        .revisions(params.id)
        .then((found) => (found === null ? err("post_unknown") : ok({ revisions: found.map(revisionToWire) }))),
    ),
  readRevision: ({ params }) =>
    orAway(
      service.revision(params.id, params.revision).then(async (found) => {
        if (found === null) return err("post_unknown" as const);
        const { content, excerpt, tags, featuredImageUrl } = found;
        const rendered = await markdown.render(content);
        const html = typeof rendered === "string" ? "" : rendered.html;
        const summary = revisionToWire({ ...found, characters: Array.from(content).length });
        return ok({ ...summary, content, html, excerpt, tags: [...tags], featured_image_url: featuredImageUrl });
      }),
    ),
  async previewPost({ body }) {
    const shown = await service.preview(body.content);
    if (typeof shown === "string") return err(toUnrenderable(shown));
    const { html, excerpt, readingMinutes, hasMath } = shown;
    return ok({ html, excerpt, reading_minutes: readingMinutes, has_math: hasMath });
  },
});
