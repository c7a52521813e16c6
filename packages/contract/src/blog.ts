import {
  IMAGE_ALT_MAX,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  POST_BODY_MAX_BYTES,
  POST_CONTENT_MAX,
  POST_SEARCH_MAX,
  POST_SLUG_MAX,
  POST_TAG_MAX,
  POST_TAGS_MAX,
  POST_TITLE_MAX,
  POSTS_PAGE_MAX,
  POSTS_PER_PAGE_MAX,
} from "@vriddhi/core/blog/blog-limits";
import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";
import { instantField } from "./instant-field.ts";

const title = z
  .string()
  .max(POST_TITLE_MAX, `Title must be at most ${POST_TITLE_MAX} characters`)
  .trim()
  .min(1, "Title is required")
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]|[\u200c\u200d])*$/u, "Title contains characters that cannot be used");
const content = z
  .string()
  .max(POST_CONTENT_MAX, `Content must be at most ${POST_CONTENT_MAX} characters`)
  .refine((text) => text.trim() !== "", "Content is required");

/** One to a few words: printable, one line, without the comma that separates tags. */
const tag = z
  .string()
  .max(POST_TAG_MAX, `A tag must be at most ${POST_TAG_MAX} characters`)
  .trim()
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cn}<>,]|[\u200c\u200d])+$/u, "A tag contains characters that cannot be used");
const tags = z.array(tag).max(POST_TAGS_MAX, `At most ${POST_TAGS_MAX} tags`);

/** A picture in this blog's store; others would not be shown, because pages load pictures from their own site only. */
const imageUrl = z
  .string()
  .max(500)
  .regex(/^\/(blog-images|research-figures)\/[A-Za-z0-9._-]+$/, "Please upload the picture first");

const written = {
  title,
  content,
  excerpt: z.string().max(1_000).optional().describe("left out or empty: made of the content (C5.4)"),
  featured_image_url: imageUrl.nullable().optional(),
  image_alt: z.string().max(IMAGE_ALT_MAX).trim().optional().describe("alternative text of the picture"),
  tags: tags.optional(),
  publish_at: instantField.nullable().optional().describe("publication time; left out, null or past: at once"),
};

const picture = z.strictObject({
  url: z.string(),
  width: z.int().nullable().describe("null: not known"),
  height: z.int().nullable(),
  sources: z
    .array(z.strictObject({ url: z.string(), width: z.int() }))
    .describe("the same picture in other widths, smallest first"),
});

export const postSummary = z.strictObject({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string().describe("markdown"),
  excerpt_html: z.string().describe("rendered from the excerpt by the server: text and emphasis only, safe to show"),
  featured_image_url: z.string().nullable(),
  image: picture.nullable().describe("the featured picture with its sizes"),
  image_alt: z.string(),
  tags: z.array(z.string()),
  reading_minutes: z.int().min(1),
  published: z.boolean().describe("false: scheduled for publish_at"),
  publish_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime().describe("publication time, past or future"),
  updated_at: z.iso.datetime().nullable(),
});
export type PostSummary = z.infer<typeof postSummary>;

export const post = z.strictObject({
  ...postSummary.shape,
  content: z.string().describe("markdown source"),
  html: z.string().describe("rendered from the content by the server, safe to show"),
  headings: z.array(z.strictObject({ id: z.string(), text: z.string(), level: z.int().min(2).max(3) })),
  has_math: z.boolean(),
  revision: z.int().min(1).describe("rises with every change"),
});
export type Post = z.infer<typeof post>;

const postPage = z.strictObject({
  posts: z.array(postSummary),
  total: z.int().describe("all matches, on any page"),
  page: z.int(),
  limit: z.int(),
});

const paging = {
  page: z.coerce.number().int().min(1).max(POSTS_PAGE_MAX).optional(),
  limit: z.coerce.number().int().min(1).max(POSTS_PER_PAGE_MAX).optional(),
  q: z.string().max(POST_SEARCH_MAX).optional().describe("words in title, tags or text"),
};

const postId = z.strictObject({ id: z.uuid() });
const numbered = z.strictObject({ id: z.uuid(), revision: z.coerce.number().int().min(1).max(1_000_000) });

const revisionSummary = z.strictObject({
  revision: z.int(),
  title: z.string(),
  characters: z.int(),
  saved_at: z.iso.datetime(),
  saved_by: z.string().nullable(),
});

const setupState = z.enum(["pending", "exists", "missing"]);
const setupCheck = z.strictObject({
  part: z.enum(["table", "storage", "policies"]),
  state: setupState,
  message: z.string(),
});
const setup = z.strictObject({
  store: z.enum(["postgres", "supabase"]),
  images: z.enum(["local", "s3", "supabase"]),
  checks: z.array(setupCheck),
  script: z.string().describe("SQL to run by hand where this call has no permission (C2.30)"),
});

/** C7.27: store operations of the developers' test page. */
export const PROBES = [
  "session",
  "select",
  "filter",
  "order",
  "limit",
  "range",
  "count",
  "insert",
  "update",
  "delete",
  "procedure",
  "profiles",
] as const;

/** Everyone reads published articles; a blog admin (or an admin) writes. */
export const blogEndpoints = {
  listPosts: endpoint({
    method: "GET",
    path: "/api/blog/posts",
    summary: "Published articles, newest first",
    access: "public",
    query: z.strictObject({ ...paging, tag: z.string().max(POST_TAG_MAX).optional() }),
    reply: postPage,
    problems: ["blog_away"],
  }),
  listTags: endpoint({
    method: "GET",
    path: "/api/blog/tags",
    summary: "The tags of published articles, most frequent first",
    access: "public",
    reply: z.strictObject({ tags: z.array(z.strictObject({ tag: z.string(), count: z.int() })) }),
    problems: ["blog_away"],
  }),
  readPost: endpoint({
    method: "GET",
    path: "/api/blog/posts/{slug}",
    summary: "One published article with related ones",
    access: "public",
    params: z.strictObject({ slug: z.string().min(1).max(POST_SLUG_MAX) }),
    reply: z.strictObject({ post, related: z.array(postSummary) }),
    problems: ["post_unknown", "blog_away"],
  }),
  createPost: endpoint({
    method: "POST",
    path: "/api/blog/posts",
    summary: "Publish an article, at once or at a given time",
    access: "blog_admin",
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    body: z.strictObject(written),
    reply: post,
    problems: ["blog_away"],
  }),
  updatePost: endpoint({
    method: "PUT",
    path: "/api/blog/admin/posts/{id}",
    summary: "Change an article; its address does not change",
    access: "blog_admin",
    params: postId,
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    body: z.strictObject({
      ...written,
      based_on: z.int().min(1).optional().describe("the edited revision; a newer one is a 409"),
    }),
    reply: post,
    problems: ["post_unknown", "post_changed", "blog_away"],
  }),
  deletePost: endpoint({
    method: "DELETE",
    path: "/api/blog/admin/posts/{id}",
    summary: "Delete an article and its revisions",
    access: "blog_admin",
    params: postId,
    reply: messageReply,
    problems: ["post_unknown", "blog_away"],
  }),
  listOwnPosts: endpoint({
    method: "GET",
    path: "/api/blog/admin/posts",
    summary: "All articles including scheduled ones, newest first",
    access: "blog_admin",
    query: z.strictObject(paging),
    reply: postPage,
    problems: ["blog_away"],
  }),
  readOwnPost: endpoint({
    method: "GET",
    path: "/api/blog/admin/posts/{id}",
    summary: "One article to edit, published or not",
    access: "blog_admin",
    params: postId,
    reply: post,
    problems: ["post_unknown", "blog_away"],
  }),
  listRevisions: endpoint({
    method: "GET",
    path: "/api/blog/admin/posts/{id}/revisions",
    summary: "Earlier revisions of an article, newest first",
    access: "blog_admin",
    params: postId,
    reply: z.strictObject({ revisions: z.array(revisionSummary) }),
    problems: ["post_unknown", "blog_away"],
  }),
  readRevision: endpoint({
    method: "GET",
    path: "/api/blog/admin/posts/{id}/revisions/{revision}",
    summary: "One earlier revision of an article",
    access: "blog_admin",
    params: numbered,
    reply: z.strictObject({
      ...revisionSummary.shape,
      content: z.string(),
      html: z.string(),
      excerpt: z.string(),
      tags: z.array(z.string()),
      featured_image_url: z.string().nullable(),
    }),
    problems: ["post_unknown", "blog_away"],
  }),
  restoreRevision: endpoint({
    method: "POST",
    path: "/api/blog/admin/posts/{id}/revisions/{revision}/restore",
    summary: "Restore an earlier revision as the newest; keeps all revisions",
    access: "blog_admin",
    params: numbered,
    reply: post,
    problems: ["post_unknown", "post_changed", "blog_away"],
  }),
  previewPost: endpoint({
    method: "POST",
    path: "/api/blog/preview",
    summary: "Preview of rendered markdown; stores nothing",
    access: "blog_admin",
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    body: z.strictObject({ content: z.string().max(POST_CONTENT_MAX) }),
    reply: z.strictObject({
      html: z.string(),
      excerpt: z.string(),
      reading_minutes: z.int().min(1),
      has_math: z.boolean(),
    }),
    problems: [],
  }),
  uploadImage: endpoint({
    method: "POST",
    path: "/api/blog/images",
    summary: "Store a picture; the body is the file, its Content-Type one of the four",
    access: "blog_admin",
    limit: "blog-image",
    upload: { types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES },
    reply: z.strictObject({
      url: z.string().describe("for featured_image_url, or an image link in markdown"),
      path: z.string().describe("blog-images/{timestamp}-{random}.{extension} (C3.16)"),
      image: picture,
    }),
    problems: ["image_refused", "bucket_missing", "images_away"],
  }),
  checkSetup: endpoint({
    method: "GET",
    path: "/api/blog/setup",
    summary: "Whether table, storage and policies of the blog exist",
    access: "blog_admin",
    reply: z.strictObject({
      ...setup.shape,
      hosted: z
        .strictObject({ url: z.string(), anon_key: z.string() })
        .nullable()
        .describe("the hosted backend's address for browsers; null: SUPABASE_URL is not set"),
    }),
    problems: [],
  }),
  runSetup: endpoint({
    method: "POST",
    path: "/api/blog/setup",
    summary: "Set up what is missing; wait a second before checking again (C2.29)",
    access: "blog_admin",
    body: z.strictObject({ part: z.enum(["database", "storage"]) }),
    reply: setup,
    problems: ["setup_failed", "setup_by_hand"],
  }),
  probeStore: endpoint({
    method: "POST",
    path: "/api/blog/setup/probe",
    summary: "One store operation of the developers' test page; leaves no data behind",
    access: "blog_admin",
    body: z.strictObject({ operation: z.enum(PROBES) }),
    reply: z.strictObject({
      success: z.boolean(),
      message: z.string(),
      rows: z.array(z.record(z.string(), z.unknown())).max(10),
      count: z.int().nullable(),
    }),
    problems: [],
  }),
};
